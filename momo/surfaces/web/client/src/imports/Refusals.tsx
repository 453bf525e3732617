import { Code, Collapse, List, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { $api, type Schemas } from "../api/client";
import { InertText } from "../pieces/InertText";

type Refusal = Schemas["RefusalItem"];

/** What was not taken from a file, and why: asked for when somebody wants to know. */
export function Refusals({
  runId,
  refused,
  skipped,
}: {
  runId: string;
  refused: number;
  skipped: number;
}) {
  const [isOpen, { toggle }] = useDisclosure();
  if (!refused && !skipped) return null;
  const counted = [
    refused ? `${refused.toLocaleString()} refused` : "",
    skipped ? `${skipped.toLocaleString()} left out` : "",
  ].filter(Boolean);
  return (
    <div>
      <UnstyledButton onClick={toggle} aria-expanded={isOpen} fz="sm" c="dimmed" td="underline">
        {counted.join(", ")}: {isOpen ? "hide" : "show which and why"}
      </UnstyledButton>
      <Collapse expanded={isOpen}>{isOpen && <Listed runId={runId} />}</Collapse>
    </div>
  );
}

function Listed({ runId }: { runId: string }) {
  const { data } = $api.useQuery("get", "/api/v1/sync-runs/{run_id}", {
    params: { path: { run_id: runId } },
  });
  const refusals = data?.refusals ?? [];
  return (
    <Stack gap="xs" mt="xs">
      <List size="sm" spacing={4} listStyleType="none">
        {refusals.map((refusal, number) => (
          <List.Item key={number}>
            <One refusal={refusal} />
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

function One({ refusal }: { refusal: Refusal }) {
  return (
    <Text size="sm" component="span">
      <Code>
        <InertText>{refusal.locator}</InertText>
      </Code>{" "}
      {refusal.skipped ? "left out: " : "refused: "}
      <InertText>{refusal.reason}</InertText>
    </Text>
  );
}
