import { Anchor, Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { InertText } from "../pieces/InertText";
import { SourceMark } from "../pieces/SourceMark";
import { sourceTitle } from "../pieces/sourceTitle";
import { When } from "../pieces/When";
import type { Source } from "./data";
import { StateBadge } from "./StateBadge";
import { WhoSees } from "./WhoSees";

/** One source at a glance: what it is, whether it is in order, and what to do where it is not. */
export function SourceCard({ source }: { source: Source }) {
  const { connection } = source;
  const heard = connection?.heard_at ?? source.last_synced_at;
  return (
    <Paper component="article" withBorder p="md" aria-label={source.name}>
      <Stack gap={8}>
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Anchor
            component={Link}
            to={`/integrations/${source.id}`}
            c="bright"
            fw={600}
            truncate
            miw={0}
          >
            <InertText>{sourceTitle(source.name)}</InertText>
          </Anchor>
          {connection && <StateBadge state={connection.state} />}
        </Group>
        <Group gap="md">
          <SourceMark source={source.source} />
          <WhoSees visibility={source.default_visibility} />
          {heard ? (
            <Text size="sm" c="dimmed" span>
              updated <When at={heard} size="sm" />
            </Text>
          ) : (
            <Text size="sm" c="dimmed" span>
              nothing came yet
            </Text>
          )}
        </Group>
        {connection && <Trouble problem={connection.problem} step={connection.next_step} />}
      </Stack>
    </Paper>
  );
}

/** What is wrong, and what a person does about it. Nothing where all is well. */
export function Trouble({ problem, step }: { problem: string; step: string }) {
  if (!problem && !step) return null;
  return (
    <Text size="sm" role="status">
      {problem && (
        <Text span inherit c="var(--mantine-color-error)">
          <InertText>{problem}</InertText>{" "}
        </Text>
      )}
      {step}
    </Text>
  );
}
