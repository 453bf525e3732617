import { Button, Divider, Group, PasswordInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { StackedForm } from "../pieces/StackedForm";
import { useSubmit } from "../pieces/useSubmit";
import { BareLink } from "./BarePage";
import { EmailInput } from "./fields";
import { type Outcome, signIn } from "./flows";
import { PasskeyButton } from "./PasskeyButton";
import { canUsePasskeys } from "./passkeys";

export function PasswordStep({
  onDone,
  onProblem,
}: {
  onDone: (outcome: Outcome) => void;
  onProblem: (problem: unknown) => void;
}) {
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "", password: "" } });
  const { submit, problem, isBusy } = useSubmit(form, async ({ email, password }) => {
    onProblem(null);
    onDone(await signIn(email, password));
  });
  return (
    <StackedForm onSubmit={submit} problem={problem}>
      <EmailInput
        autoComplete="username webauthn"
        key={form.key("email")}
        {...form.getInputProps("email")}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        key={form.key("password")}
        {...form.getInputProps("password")}
      />
      <Group justify="flex-end">
        <BareLink to="/forgot-password">Forgot your password?</BareLink>
      </Group>
      <Button type="submit" loading={isBusy} fullWidth>
        Sign in
      </Button>
      {canUsePasskeys() && (
        <>
          <Divider label="or" />
          <PasskeyButton when="login" onDone={onDone} onProblem={onProblem} />
        </>
      )}
    </StackedForm>
  );
}
