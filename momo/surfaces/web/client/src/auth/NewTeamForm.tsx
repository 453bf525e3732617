import { Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../api/client";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useSubmit } from "../pieces/useSubmit";

export function NewTeamForm({ onDone }: { onDone: () => void }) {
  const form = useForm({ mode: "uncontrolled", initialValues: { name: "" } });
  const { submit, problem, isBusy } = useSubmit(form, async (body) => {
    await api.POST("/api/v1/teams", { body: { ...body, slug: "" } });
    onDone();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ProblemAlert error={problem} />
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
      </Stack>
    </form>
  );
}
