import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../api/client";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Section } from "../pieces/Section";
import { useSubmit } from "../pieces/useSubmit";
import { type SourceDetail, useRereadSources } from "./data";

/** What the source is called here. */
export function NameSection({ source }: { source: SourceDetail }) {
  const form = useForm({ mode: "uncontrolled", initialValues: { name: source.name } });
  const reread = useRereadSources();
  const { submit, problem, isBusy } = useSubmit(form, async ({ name }) => {
    await api.PATCH("/api/v1/integrations/{integration_id}", {
      params: { path: { integration_id: source.id } },
      body: { name },
    });
    await reread();
  });
  return (
    <Section title="Name">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="What it is called here"
            flex="1 1 240px"
            maxLength={200}
            required
            withAsterisk={false}
            key={form.key("name")}
            {...form.getInputProps("name")}
          />
          <Button type="submit" variant="default" loading={isBusy}>
            Save
          </Button>
        </Group>
        <ProblemAlert error={problem} />
      </form>
    </Section>
  );
}
