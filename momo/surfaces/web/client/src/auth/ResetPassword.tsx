import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "react-router";
import { ApiProblem } from "../api/problem";
import { StackedForm } from "../pieces/StackedForm";
import { useSubmit } from "../pieces/useSubmit";
import { useFragment } from "./arriving";
import { BareLink, BarePage } from "./BarePage";
import { NewPasswordInput } from "./fields";
import { resetPassword } from "./flows";

/** Where the link in a mail leads, to set a new password. */
export function ResetPassword() {
  const key = useFragment();
  const navigate = useNavigate();
  const form = useForm({ mode: "uncontrolled", initialValues: { password: "" } });
  const { submit, problem, isBusy } = useSubmit(form, async ({ password }) => {
    await resetPassword(key, password).catch(explainKey);
    notifications.show({ message: "Your new password is set. Sign in with it." });
    navigate("/sign-in", { replace: true });
  });
  return (
    <BarePage
      title="Set a new password"
      description="It ends all sessions that are open elsewhere."
      footer={<BareLink to="/forgot-password">Ask for another link</BareLink>}
    >
      <StackedForm onSubmit={submit} problem={problem}>
        <NewPasswordInput key={form.key("password")} {...form.getInputProps("password")} />
        <Button type="submit" loading={isBusy} fullWidth>
          Set the password
        </Button>
      </StackedForm>
    </BarePage>
  );
}

function explainKey(error: unknown): never {
  if (error instanceof ApiProblem && error.fields.key) {
    const detail = "This link was used, or is too old. Ask for another one.";
    throw new ApiProblem({ detail }, error.status);
  }
  throw error;
}
