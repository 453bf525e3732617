import { Badge, Group, Text } from "@mantine/core";
import { $api, type Schemas } from "../api/client";
import { byCursor } from "../api/pages";
import { EmptyState } from "../pieces/EmptyState";
import { InertText } from "../pieces/InertText";
import { MoreButton } from "../pieces/MoreButton";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Row, Rows } from "../pieces/Row";
import { SourceIcon } from "../pieces/SourceMark";
import { sourceTitle } from "../pieces/sourceTitle";
import { When } from "../pieces/When";
import { Refusals } from "./Refusals";

type Integration = Schemas["ListedIntegration"];

const STATES = {
  running: { label: "Reading", color: "blue" },
  done: { label: "Read", color: "pine" },
  failed: { label: "Failed", color: "red" },
  interrupted: { label: "Stopped", color: "gray" },
} as const;

/** What was read of late, of files and of connected sources, the newest first. */
export function RecentRuns() {
  const pages = $api.useInfiniteQuery(
    "get",
    "/api/v1/sync-runs",
    { params: { query: { limit: 20 } } },
    byCursor,
  );
  const { data: sources } = $api.useQuery("get", "/api/v1/integrations", {
    params: { query: { limit: 100 } },
  });
  const runs = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (pages.isPending) return <PageSkeleton rows={3} />;
  if (pages.error) return <ProblemAlert error={pages.error} retry={() => pages.refetch()} />;
  if (!runs.length) return <EmptyState title="Nothing was imported yet" />;
  return (
    <>
      <Rows label="Imports and syncs">
        {runs.map((run) => (
          <Run
            key={run.id}
            run={run}
            source={sources?.items.find((each) => each.id === run.integration_id)}
          />
        ))}
      </Rows>
      <MoreButton pages={pages} />
    </>
  );
}

function Run({ run, source }: { run: Schemas["RunItem"]; source: Integration | undefined }) {
  const state = STATES[run.state ?? "running"];
  const told = (
    <>
      <Text size="sm" c="dimmed" className="tabular">
        {(run.read ?? 0).toLocaleString()} read, {(run.added ?? 0).toLocaleString()} new
      </Text>
      <Badge color={state.color}>{state.label}</Badge>
      <When at={run.started_at} size="sm" c="dimmed" />
    </>
  );
  return (
    <Row actions={told}>
      <Group gap={8} wrap="nowrap">
        {source && <SourceIcon source={source.source} />}
        <Text fw={550} size="sm" truncate>
          <InertText>{source ? sourceTitle(source.name) : "A source that is gone"}</InertText>
        </Text>
      </Group>
      {run.error && (
        <Text size="sm" mt={4}>
          <InertText>{run.error}</InertText>
        </Text>
      )}
      <Refusals runId={run.id} refused={run.refused ?? 0} skipped={run.skipped ?? 0} />
    </Row>
  );
}
