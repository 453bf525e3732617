import { Stack, Title } from "@mantine/core";
import { $api, type Schemas } from "../api/client";
import { byCursor } from "../api/pages";
import { EmptyState } from "../pieces/EmptyState";
import { MoreButton } from "../pieces/MoreButton";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { CommitmentRow } from "./CommitmentRow";
import type { CommitmentState } from "./CommitmentsPage";

type Commitment = Schemas["CommitmentItem"];

const PAGE = 50; // rows that are asked for at once
const GROUPS: { state: Commitment["state"]; title: string }[] = [
  { state: "overdue", title: "Overdue" },
  { state: "due", title: "Due within a week" },
  { state: "open", title: "Later, or without a date" },
  { state: "closed", title: "Closed" },
];

/** Grouped by how urgent they are; within a group the longest due first, as the API gives them. */
export function CommitmentList({ state, mine }: { state: CommitmentState; mine: boolean }) {
  const pages = $api.useInfiniteQuery(
    "get",
    "/api/v1/commitments",
    { params: { query: { state, limit: PAGE, ...(mine ? { owner: "me" } : {}) } } },
    byCursor,
  );
  const rows = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (pages.isPending) return <PageSkeleton rows={6} />;
  if (pages.error) return <ProblemAlert error={pages.error} retry={() => pages.refetch()} />;
  if (!rows.length) return <Nothing state={state} mine={mine} />;
  return (
    <Stack gap="xl">
      {GROUPS.map(({ state: group, title }) => {
        const its = rows.filter((row) => row.state === group);
        if (!its.length) return null;
        return (
          <section key={group} aria-label={title}>
            <Title order={2} size="h5" mb="xs">
              {title}
            </Title>
            <Stack gap="xs">
              {its.map((row) => (
                <CommitmentRow key={row.id} commitment={row} />
              ))}
            </Stack>
          </section>
        );
      })}
      <MoreButton pages={pages} />
    </Stack>
  );
}

function Nothing({ state, mine }: { state: CommitmentState; mine: boolean }) {
  if (state === "closed") return <EmptyState title="Nothing was closed yet" />;
  return (
    <EmptyState title={mine ? "You owe nothing here" : "Nobody owes anything here"}>
      What people take on in their messages comes here by itself, with who and by when.
    </EmptyState>
  );
}
