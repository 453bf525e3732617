import { Alert } from "@mantine/core";
import { useState } from "react";
import { useLoaderData } from "react-router";
import { useArrive } from "./arriving";
import { BareLink, BarePage } from "./BarePage";
import { CheckMail } from "./CheckMail";
import type { Outcome } from "./flows";
import { SignUpForm } from "./SignUpForm";

/** Create an account; a team comes after it. */
export function SignUp() {
  const isOpen = useLoaderData<boolean>();
  const { arrive, next } = useArrive();
  const [isWaiting, setWaiting] = useState(false);
  function goOn(outcome: Outcome) {
    if (outcome.step === "in") arrive();
    else setWaiting(true);
  }
  if (isWaiting) return <CheckMail what="verify" />;
  return (
    <BarePage
      title="Create an account"
      footer={
        <BareLink to="/sign-in" state={{ next }}>
          You have one already? Sign in
        </BareLink>
      }
    >
      {isOpen ? (
        <SignUpForm label="Create account" onDone={goOn} />
      ) : (
        <Alert color="gray" variant="light" title="By invitation">
          Ask a member of your team to invite you. The link in the mail leads here.
        </Alert>
      )}
    </BarePage>
  );
}
