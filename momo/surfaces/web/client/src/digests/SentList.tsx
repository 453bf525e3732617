import { Anchor, Badge, Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { $api, type Schemas } from "../api/client";
import { byCursor } from "../api/pages";
import { EmptyState } from "../pieces/EmptyState";
import { MoreButton } from "../pieces/MoreButton";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { When } from "../pieces/When";
import { span, toldOn } from "./periods";

type Run = Schemas["DigestItem"];

const STATES: Record<Run["state"], { label: string; color: string }> = {
  due: { label: "Under way", color: "gray" },
  sent: { label: "Sent", color: "pine" },
  empty: { label: "Nothing to tell", color: "gray" },
  parked: { label: "Not delivered", color: "red" },
};

/** What was sent, and what could not be; each opens the digest as it reads now. */
export function SentList() {
  const pages = $api.useInfiniteQuery("get", "/api/v1/digests", {}, byCursor);
  const subscriptions = $api.useQuery("get", "/api/v1/digest-subscriptions");
  const readers = Object.fromEntries(
    subscriptions.data?.items.map((each) => [each.id, each.reader]) ?? [],
  );
  const runs = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (pages.isPending) return <PageSkeleton rows={4} />;
  if (pages.error) return <ProblemAlert error={pages.error} retry={() => pages.refetch()} />;
  if (!runs.length) {
    return (
      <EmptyState
        title="No digest was sent yet"
        action={
          <Anchor component={Link} to="/digests?show=subscriptions">
            Subscribe to one
          </Anchor>
        }
      />
    );
  }
  return (
    <Stack gap="xs">
      {runs.map((run) => (
        <Sent key={run.id} run={run} reader={readers[run.subscription_id] ?? "me"} />
      ))}
      <MoreButton pages={pages} />
    </Stack>
  );
}

function Sent({ run, reader }: { run: Run; reader: string }) {
  const { label, color } = STATES[run.state];
  const address = `/digests?period=${run.cadence}&reader=${reader}&before=${toldOn(run.last_day)}`;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" gap="sm">
        <Anchor component={Link} to={address} c="bright" fw={600}>
          {span(run.first_day, run.last_day)}
        </Anchor>
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {reader === "team" ? "The team's" : "Yours"}
          </Text>
          {run.sent_at && <When at={run.sent_at} size="sm" c="dimmed" />}
          <Badge color={color}>{label}</Badge>
        </Group>
      </Group>
      {run.error && (
        <Text size="sm" c="error" mt={4}>
          {run.error}
        </Text>
      )}
    </Paper>
  );
}
