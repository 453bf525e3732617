import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useSubmit } from "../pieces/useSubmit";
import { type Outcome, signUp } from "./flows";

/** A new person. An invited one has the address that the invitation is for. */
export function SignUpForm({
  invited,
  label,
  onDone,
}: {
  invited?: { email: string; token: string };
  label: string;
  onDone: (outcome: Outcome) => void | Promise<void>;
}) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name: "", email: invited?.email ?? "", password: "" },
  });
  const { submit, problem, isBusy } = useSubmit(form, async (values) =>
    onDone(await signUp({ ...values, invitation: invited?.token })),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ProblemAlert error={problem} />
        <TextInput
          label="Your name"
          autoComplete="name"
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          readOnly={Boolean(invited)}
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label="Password"
          description="At least 8 characters, and not a common one."
          autoComplete="new-password"
          required
          withAsterisk={false}
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={isBusy} fullWidth>
          {label}
        </Button>
      </Stack>
    </form>
  );
}
