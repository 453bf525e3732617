import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { $api, api } from "../api/client";
import { byCursor } from "../api/pages";
import { useReread } from "../api/useReread";
import { InertText } from "../pieces/InertText";
import { MoreButton } from "../pieces/MoreButton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Section } from "../pieces/Section";
import { useAct } from "../pieces/useAct";
import { When } from "../pieces/When";

const PATH = "/api/v1/pipeline/parked";
const STAGES: Record<string, string> = {
  normalize: "reading its text",
  extract: "finding decisions",
  embed: "indexing it",
  link: "linking it",
};

/** What was set aside with an error, and the way to have it tried again. Nothing where all is well. */
export function Parked() {
  const reread = useReread(PATH);
  const pages = $api.useInfiniteQuery("get", PATH, { params: { query: { limit: 20 } } }, byCursor);
  const { act, problem, busyWith } = useAct();
  const rows = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (!rows.length) return null;
  const retry = async (deed: () => Promise<unknown>) => {
    await deed();
    await reread();
  };
  const retryAll = () => retry(() => api.POST("/api/v1/pipeline/parked/retry"));
  const retryOne = (item_id: string) =>
    retry(() =>
      api.POST("/api/v1/pipeline/parked/{item_id}/retry", { params: { path: { item_id } } }),
    );
  return (
    <Section
      title="Set aside"
      description="These failed several times. Once the reason is gone, have them tried again."
      action={
        <Button variant="default" loading={busyWith === "all"} onClick={() => act("all", retryAll)}>
          Try all again
        </Button>
      }
    >
      <Stack gap="xs">
        <ProblemAlert error={problem} />
        {rows.map((row) => (
          <Paper key={row.id} withBorder p="sm">
            <Group justify="space-between" gap="sm">
              <Text size="sm" flex="1 1 240px">
                Failed at {STAGES[row.stage ?? ""] ?? row.stage} after {row.attempts} attempts:{" "}
                <InertText>{row.error ?? ""}</InertText>
              </Text>
              {row.parked_at && <When at={row.parked_at} size="sm" c="dimmed" />}
              <Button
                variant="default"
                size="xs"
                loading={busyWith === row.id}
                onClick={() => act(row.id, () => retryOne(row.item_id))}
              >
                Try again
              </Button>
            </Group>
          </Paper>
        ))}
        <MoreButton pages={pages} />
      </Stack>
    </Section>
  );
}
