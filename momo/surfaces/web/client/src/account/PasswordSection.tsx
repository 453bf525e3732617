import { PasswordInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { NewPasswordInput } from "../auth/fields";
import { FormButtons } from "../pieces/FormButtons";
import { Section } from "../pieces/Section";
import { StackedForm } from "../pieces/StackedForm";
import { useSubmit } from "../pieces/useSubmit";
import { changePassword, useReadAgain } from "./security";

export function PasswordSection() {
  const readAgain = useReadAgain();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { current_password: "", new_password: "" },
  });
  const { submit, problem, isBusy } = useSubmit(form, async (values) => {
    await changePassword(values.current_password, values.new_password);
    form.reset();
    await readAgain();
    notifications.show({ message: "Your password is changed. All other sessions have ended." });
  });
  return (
    <Section title="Password" description="A new one ends all your other sessions.">
      <StackedForm onSubmit={submit} problem={problem}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          key={form.key("current_password")}
          {...form.getInputProps("current_password")}
        />
        <NewPasswordInput key={form.key("new_password")} {...form.getInputProps("new_password")} />
        <FormButtons loading={isBusy}>Change password</FormButtons>
      </StackedForm>
    </Section>
  );
}
