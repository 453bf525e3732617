import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../api/client";
import { StackedForm } from "../pieces/StackedForm";
import { useSubmit } from "../pieces/useSubmit";

export function NewTeamForm({ onDone }: { onDone: () => void }) {
  const form = useForm({ mode: "uncontrolled", initialValues: { name: "" } });
  const { submit, problem, isBusy } = useSubmit(form, async (body) => {
    await api.POST("/api/v1/teams", { body: { ...body, slug: "" } });
    onDone();
  });
  return (
    <StackedForm onSubmit={submit} problem={problem}>
      <TextInput
        label="Name of the team"
        maxLength={120}
        autoComplete="organization"
        required
        withAsterisk={false}
        key={form.key("name")}
        {...form.getInputProps("name")}
      />
      <Button type="submit" loading={isBusy} fullWidth>
        Make the team
      </Button>
    </StackedForm>
  );
}
