import { Stack, Text } from "@mantine/core";
import { $api } from "../api/client";
import { byCursor } from "../api/pages";
import { EmptyState } from "../pieces/EmptyState";
import { MoreButton } from "../pieces/MoreButton";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { AwaitingCard } from "./AwaitingCard";
import { useCurrent } from "./useCurrent";

/** Decisions that wait for the reader's word, as whoever made them. */
export function AwaitingList() {
  const pages = $api.useInfiniteQuery("get", "/api/v1/decisions/awaiting", {}, byCursor);
  const decisions = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const { current, enter } = useCurrent(decisions);
  if (pages.isPending) return <PageSkeleton rows={4} />;
  if (pages.error) return <ProblemAlert error={pages.error} retry={() => pages.refetch()} />;
  if (!decisions.length) {
    return (
      <EmptyState title="Nothing waits for your word">
        Decisions that were found in what you wrote come here, so that you can say whether they were
        understood.
      </EmptyState>
    );
  }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        You are named as who decided these. Your word tells the team that they are right, and Momo
        how often it is.
      </Text>
      {decisions.map((decision) => (
        <AwaitingCard
          key={decision.id}
          decision={decision}
          current={decision === current}
          onEnter={() => enter(decision)}
        />
      ))}
      <MoreButton pages={pages} />
    </Stack>
  );
}
