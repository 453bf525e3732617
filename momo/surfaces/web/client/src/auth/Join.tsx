import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useArrive, useFragment } from "./arriving";
import { BareLink, BarePage } from "./BarePage";
import { CheckMail } from "./CheckMail";
import type { Outcome } from "./flows";
import { acceptInvitation, type Invited, readInvitation } from "./invitation";
import { JoinAsOneself } from "./JoinAsOneself";
import { SignUpForm } from "./SignUpForm";

/** Where the link of an invitation leads. */
export function Join() {
  const token = useFragment();
  const { data, error, refetch } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => readInvitation(token),
  });
  if (data) return <Opened {...data} />;
  return (
    <BarePage title="Your invitation">
      {error ? <ProblemAlert error={error} retry={refetch} /> : <Skeleton height={280} />}
    </BarePage>
  );
}

function Opened({ token, invitation, person }: Invited) {
  const { arrive } = useArrive();
  const [isWaiting, setWaiting] = useState(false);
  async function goOn(outcome: Outcome) {
    if (outcome.step !== "in") return setWaiting(true);
    await acceptInvitation(token);
    arrive("/");
  }
  if (isWaiting) return <CheckMail what="invited" />;
  if (!invitation) return <NotValid isSignedIn={Boolean(person)} />;
  const title = `Join ${invitation.team}`;
  if (person) return <JoinAsOneself title={title} email={invitation.email} token={token} />;
  return (
    <BarePage
      title={title}
      description="Create your account, and you are in."
      footer={
        <BareLink to="/sign-in" state={{ next: `/join#${token}` }}>
          You have an account already? Sign in
        </BareLink>
      }
    >
      <SignUpForm
        label="Create account and join"
        invited={{ email: invitation.email, token }}
        onDone={goOn}
      />
    </BarePage>
  );
}

function NotValid({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <BarePage
      title="This invitation is not valid"
      footer={
        <BareLink to={isSignedIn ? "/" : "/sign-in"}>
          {isSignedIn ? "Go to your team" : "Sign in"}
        </BareLink>
      }
    >
      <Text>It was accepted, taken back, or is too old. Ask for a new one.</Text>
    </BarePage>
  );
}
