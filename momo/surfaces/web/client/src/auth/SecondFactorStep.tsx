import { Anchor, Button, Divider, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { StackedForm } from "../pieces/StackedForm";
import { useSubmit } from "../pieces/useSubmit";
import { BarePage } from "./BarePage";
import { giveCode, type Outcome, startOver } from "./flows";
import { PasskeyButton } from "./PasskeyButton";
import { canUsePasskeys } from "./passkeys";

/** After the password: a code of an app, a recovery code, or a passkey. */
export function SecondFactorStep({
  types,
  onDone,
  onStartOver,
}: {
  types: string[];
  onDone: (outcome: Outcome) => void;
  onStartOver: () => void;
}) {
  const [passkeyProblem, setPasskeyProblem] = useState<unknown>(null);
  const form = useForm({ mode: "uncontrolled", initialValues: { code: "" } });
  const { submit, problem, isBusy } = useSubmit(form, async ({ code }) => {
    const reached = await giveCode(code);
    if (reached.step === "out")
      onStartOver(); // it took so long that it has to begin anew
    else onDone(reached);
  });
  const hasApp = types.includes("totp");
  return (
    <BarePage
      title="Second factor"
      description={
        hasApp
          ? "Enter the code that your authenticator app shows, or one of your recovery codes."
          : "Use your passkey, or enter one of your recovery codes."
      }
      footer={
        <Anchor
          component="button"
          fz="sm"
          underline="always"
          onClick={() => startOver().finally(onStartOver)}
        >
          Sign in as somebody else
        </Anchor>
      }
    >
      <StackedForm onSubmit={submit} problem={problem ?? passkeyProblem}>
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          withAsterisk={false}
          key={form.key("code")}
          {...form.getInputProps("code")}
        />
        <Button type="submit" loading={isBusy} fullWidth>
          Go on
        </Button>
        {types.includes("webauthn") && canUsePasskeys() && (
          <>
            <Divider label="or" />
            <PasskeyButton when="authenticate" onDone={onDone} onProblem={setPasskeyProblem} />
          </>
        )}
      </StackedForm>
    </BarePage>
  );
}
