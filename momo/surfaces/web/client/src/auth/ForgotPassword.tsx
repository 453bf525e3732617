import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { StackedForm } from "../pieces/StackedForm";
import { useSubmit } from "../pieces/useSubmit";
import { BareLink, BarePage } from "./BarePage";
import { CheckMail } from "./CheckMail";
import { EmailInput } from "./fields";
import { askForReset } from "./flows";

export function ForgotPassword() {
  const [isSent, setSent] = useState(false);
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "" } });
  const { submit, problem, isBusy } = useSubmit(form, async ({ email }) => {
    await askForReset(email);
    setSent(true);
  });
  if (isSent) return <CheckMail what="reset" />;
  return (
    <BarePage
      title="Forgot your password?"
      description="We mail you a link to set a new one."
      footer={<BareLink to="/sign-in">Back to signing in</BareLink>}
    >
      <StackedForm onSubmit={submit} problem={problem}>
        <EmailInput key={form.key("email")} {...form.getInputProps("email")} />
        <Button type="submit" loading={isBusy} fullWidth>
          Send the link
        </Button>
      </StackedForm>
    </BarePage>
  );
}
