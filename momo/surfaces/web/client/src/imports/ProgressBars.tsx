import { Group, Progress, Stack, Text } from "@mantine/core";
import type { Schemas } from "../api/client";

type Backlog = Schemas["BacklogItem"];
type Run = Pick<Schemas["RunItem"], "state" | "read" | "expected" | "refused" | "skipped">;

/** How far the reading is, and how far what was read is worked through. */
export function ProgressBars({ run, pipeline }: { run: Run | null; pipeline: Backlog }) {
  const read = run?.read ?? 0;
  const isRead = run?.state !== "running";
  const waiting = Object.values(pipeline.waiting).reduce((sum, count) => sum + count, 0);
  const all = waiting + pipeline.done;
  return (
    <Stack gap="sm">
      {run && (
        <Bar
          label={isRead ? "Read" : "Reading"}
          value={read}
          of={isRead ? read : Math.max(run.expected ?? 0, read)}
          isActive={!isRead}
        />
      )}
      <Bar
        label={all > 0 && !waiting ? "Looked through" : "Looking for decisions"}
        value={pipeline.done}
        of={all}
        isActive={waiting > 0}
      />
    </Stack>
  );
}

function Bar({
  label,
  value,
  of,
  isActive,
}: {
  label: string;
  value: number;
  of: number;
  isActive: boolean;
}) {
  const percent = of > 0 ? Math.min((100 * value) / of, 100) : isActive ? 0 : 100;
  const counted = of > 0 ? `${value.toLocaleString()} of ${of.toLocaleString()}` : "waiting";
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm" fw={550}>
          {label}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          {counted}
        </Text>
      </Group>
      <Progress.Root size="md">
        <Progress.Section
          value={percent}
          animated={isActive}
          aria-label={label}
          aria-valuetext={counted}
        />
      </Progress.Root>
    </div>
  );
}
