import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { StackedForm } from "../pieces/StackedForm";
import { useSubmit } from "../pieces/useSubmit";
import { EmailInput, NewPasswordInput } from "./fields";
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
    <StackedForm onSubmit={submit} problem={problem}>
      <TextInput
        label="Your name"
        autoComplete="name"
        key={form.key("name")}
        {...form.getInputProps("name")}
      />
      <EmailInput
        readOnly={Boolean(invited)}
        key={form.key("email")}
        {...form.getInputProps("email")}
      />
      <NewPasswordInput
        label="Password"
        key={form.key("password")}
        {...form.getInputProps("password")}
      />
      <Button type="submit" loading={isBusy} fullWidth>
        {label}
      </Button>
    </StackedForm>
  );
}
