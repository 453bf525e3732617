import { Kbd, Stack, Text } from "@mantine/core";
import { $api } from "../api/client";
import { byCursor } from "../api/pages";
import { EmptyState } from "../pieces/EmptyState";
import { MoreButton } from "../pieces/MoreButton";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { ConflictCard } from "./ConflictCard";
import { useSettling } from "./settling";
import { useCurrent } from "./useCurrent";

/** Open conflicts. One of them is current: the keys are about that one. */
export function ConflictList() {
  const pages = $api.useInfiniteQuery(
    "get",
    "/api/v1/conflicts",
    { params: { query: { resolved: false } } },
    byCursor,
  );
  const conflicts = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const { current, enter } = useCurrent(conflicts);
  const { settle, busy } = useSettling();
  if (pages.isPending) return <PageSkeleton rows={3} />;
  if (pages.error) return <ProblemAlert error={pages.error} retry={() => pages.refetch()} />;
  if (!conflicts.length) {
    return (
      <EmptyState title="No conflicts">
        When two people decide differently and no rule says which one counts, both are shown here,
        side by side.
      </EmptyState>
    );
  }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" visibleFrom="sm">
        <Kbd size="xs">j</Kbd> and <Kbd size="xs">k</Kbd> move, <Kbd size="xs">1</Kbd> to{" "}
        <Kbd size="xs">3</Kbd> settle the marked one.
      </Text>
      {conflicts.map((conflict) => (
        <ConflictCard
          key={conflict.id}
          conflict={conflict}
          current={conflict === current}
          busy={busy}
          onEnter={() => enter(conflict)}
          onSettle={(holds) => settle(conflict, holds)}
        />
      ))}
      <MoreButton pages={pages} />
    </Stack>
  );
}
