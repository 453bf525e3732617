import { Button, Group, Skeleton, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api/client";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Rows } from "../../pieces/Row";
import { Section } from "../../pieces/Section";
import { StackedForm } from "../../pieces/StackedForm";
import { useSubmit } from "../../pieces/useSubmit";
import { AgentRow } from "./AgentRow";
import { useAgents } from "./reading";

/** Programs that act as themselves, and see what the team shares. */
export function AgentsSection() {
  const { data, error, refetch } = useAgents();
  return (
    <Section
      title="Agents"
      description="Programs that act as themselves: they see what the team shares, and nothing private."
    >
      <Stack>
        <NewAgentForm onMade={refetch} />
        <ProblemAlert error={error} retry={refetch} />
        {!data && !error && <Skeleton height={40} />}
        {data && data.items.length > 0 && (
          <Rows label="Agents">
            {data.items.map((agent) => (
              <AgentRow key={agent.id} agent={agent} onChanged={refetch} />
            ))}
          </Rows>
        )}
      </Stack>
    </Section>
  );
}

function NewAgentForm({ onMade }: { onMade: () => Promise<unknown> }) {
  const form = useForm({ mode: "uncontrolled", initialValues: { name: "" } });
  const { submit, problem, isBusy } = useSubmit(form, async (body) => {
    await api.POST("/api/v1/agents", { body });
    form.reset();
    await onMade();
  });
  return (
    <StackedForm onSubmit={submit} problem={problem} gap="sm">
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Name of a new agent"
          maxLength={120}
          flex="1 1 220px"
          autoComplete="off"
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <Button type="submit" variant="default" loading={isBusy}>
          Add
        </Button>
      </Group>
    </StackedForm>
  );
}
