import { SegmentedControl, Stack } from "@mantine/core";
import { useSearchParams } from "react-router";
import { useIsAdmin } from "../api/session";
import { EmptyState } from "../pieces/EmptyState";
import { PageHeader } from "../pieces/PageHeader";
import { Budgets } from "./Budgets";
import { UsageReport } from "./UsageReport";

const SPANS = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
];

/** What the team's models used, and what they may use. */
export function UsagePage() {
  const isAdmin = useIsAdmin();
  const [query, setQuery] = useSearchParams();
  const days = SPANS.find((each) => each.value === query.get("days"))?.value ?? "30";
  if (!isAdmin) {
    return (
      <>
        <PageHeader title="Usage" />
        <EmptyState title="For owners and admins">
          They see what models cost the team, and say how much they may.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Usage"
        description="What calls of models used, by day, stage and model. Days are those of UTC."
      >
        <SegmentedControl
          aria-label="Of the last"
          data={SPANS}
          value={days}
          onChange={(value) => setQuery({ days: value })}
        />
      </PageHeader>
      <Stack gap="lg">
        <UsageReport days={Number(days)} />
        <Budgets />
      </Stack>
    </>
  );
}
