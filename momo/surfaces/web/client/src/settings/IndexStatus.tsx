import { Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { $api, type Schemas } from "../api/client";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { When } from "../pieces/When";

type Index = Schemas["IndexItem"];

const REREAD_MS = 3_000; // while it is worked on
const STATES: Record<string, string> = {
  running: "Being indexed with",
  waiting: "Waits to be indexed with",
  parked: "Stopped while being indexed with",
  finished: "Last indexed with",
};

/** Which model's vectors are searched, and how far a change of model is. */
export function IndexStatus() {
  const { data, error, isPending, refetch } = $api.useQuery(
    "get",
    "/api/v1/retrieval/index",
    {},
    { refetchInterval: ({ state }) => (isUnderWay(state.data) ? REREAD_MS : false) },
  );
  if (isPending) return <PageSkeleton rows={2} />;
  if (error) return <ProblemAlert error={error} retry={() => refetch()} />;
  return (
    <Stack gap="md">
      <Paper withBorder p="md">
        <Title order={2} size="h5">
          {data.model}
        </Title>
        <Text className="tabular">
          {data.indexed.toLocaleString()} of {data.memories.toLocaleString()} memories that you see
          are indexed.
        </Text>
        {data.configured !== data.model && (
          <Text size="sm" c="dimmed">
            The server now uses {data.configured}. An admin can index anew with{" "}
            <code>momo reindex</code>.
          </Text>
        )}
      </Paper>
      {data.state && <Reindexing index={data} />}
    </Stack>
  );
}

function Reindexing({ index }: { index: Index }) {
  const percent = Math.round(100 * index.progress);
  return (
    <Paper withBorder p="md">
      <Text fw={600}>
        {STATES[index.state]} {index.target}
      </Text>
      {isUnderWay(index) && (
        <Progress
          my={8}
          value={percent}
          aria-label="Indexed"
          animated={index.state === "running"}
        />
      )}
      <Text size="sm" c="dimmed" className="tabular">
        {percent} %
        {index.started_at && (
          <>
            , begun <When at={index.started_at} inherit />
          </>
        )}
        {index.finished_at && (
          <>
            , finished <When at={index.finished_at} inherit />
          </>
        )}
      </Text>
      {index.left_out && <Text size="sm">Some texts were refused by the model, and left out.</Text>}
      {index.error && (
        <Text size="sm" c="error">
          {index.error}
        </Text>
      )}
    </Paper>
  );
}

function isUnderWay(index: Index | undefined): boolean {
  return index?.state === "running" || index?.state === "waiting";
}
