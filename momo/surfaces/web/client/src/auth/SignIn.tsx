import { useState } from "react";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useArrive } from "./arriving";
import { BareLink, BarePage } from "./BarePage";
import { CheckMail } from "./CheckMail";
import type { Outcome } from "./flows";
import { PasswordStep } from "./PasswordStep";
import { SecondFactorStep } from "./SecondFactorStep";

/** Sign in: with a password and perhaps a second factor, or with a passkey. */
export function SignIn() {
  const { arrive, next } = useArrive();
  const [outcome, setOutcome] = useState<Outcome>({ step: "out" });
  const [problem, setProblem] = useState<unknown>(null);
  function goOn(reached: Outcome) {
    setOutcome(reached);
    if (reached.step === "in") arrive();
  }
  if (outcome.step === "verify") return <CheckMail what="verify" />;
  if (outcome.step === "factor") {
    return (
      <SecondFactorStep
        types={outcome.types}
        onDone={goOn}
        onStartOver={() => setOutcome({ step: "out" })}
      />
    );
  }
  return (
    <BarePage
      title="Sign in"
      footer={
        <BareLink to="/sign-up" state={{ next }}>
          New here? Create an account
        </BareLink>
      }
    >
      <ProblemAlert error={problem} />
      <PasswordStep onDone={goOn} onProblem={setProblem} />
    </BarePage>
  );
}
