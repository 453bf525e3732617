import { Anchor, SegmentedControl, SimpleGrid, Skeleton, Stack } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { lazy } from "react";
import { Link, useSearchParams } from "react-router";
import { $api } from "../api/client";
import { EmptyState } from "../pieces/EmptyState";
import { PageHeader } from "../pieces/PageHeader";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { NamedCard, OwedCard, SourcesCard, TopicsCard } from "./Cards";
import { ChartCard } from "./ChartCard";
import {
  CHANGES,
  type Dashboard,
  saidOfChanges,
  saidOfDecisions,
  seriesOf,
  weekName,
} from "./series";
import { StatCards } from "./StatCards";

const DecisionBars = lazy(async () => ({ default: (await import("./charts")).DecisionBars }));
const ChangeLines = lazy(async () => ({ default: (await import("./charts")).ChangeLines }));

const RANGES = [
  { value: "4", label: "4 weeks" },
  { value: "12", label: "12 weeks" },
  { value: "26", label: "Half a year" },
  { value: "52", label: "A year" },
];
const USUAL = "12";

/** What goes on in the team, at a glance. */
export function DashboardPage() {
  const [params, setParams] = useSearchParams();
  const asked = params.get("weeks") ?? USUAL;
  const weeks = RANGES.some((range) => range.value === asked) ? asked : USUAL;
  const { data, error, refetch } = $api.useQuery(
    "get",
    "/api/v1/dashboard",
    { params: { query: { weeks: Number(weeks) } } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <PageHeader
        title="Dashboard"
        description={data && `Weeks begin on Monday, ${data.time_zone}.`}
      >
        <SegmentedControl
          aria-label="How far back"
          data={RANGES}
          value={weeks}
          onChange={(value) => setParams({ weeks: value }, { replace: true })}
        />
      </PageHeader>
      <ProblemAlert error={error} retry={() => refetch()} />
      {!data && !error && <Waiting />}
      {data && (isEmpty(data) ? <Nothing /> : <Board board={data} />)}
    </>
  );
}

function isEmpty({ totals, commitments, open, sources }: Dashboard): boolean {
  return !totals.decisions && !commitments.open && !open.pending && !sources.items.length;
}

function Nothing() {
  return (
    <EmptyState title="Nothing to count yet">
      <Anchor component={Link} to="/integrations">
        Connect a source
      </Anchor>{" "}
      or{" "}
      <Anchor component={Link} to="/import">
        import files
      </Anchor>
      : what Momo finds in them is counted here.
    </EmptyState>
  );
}

function Board({ board }: { board: Dashboard }) {
  const series = seriesOf(board.totals.by_type);
  return (
    <Stack gap="md">
      <StatCards board={board} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <ChartCard
          title="Decisions per week"
          says={saidOfDecisions(board)}
          series={series}
          head={["Week of", ...series.map((each) => each.label)]}
          rows={board.weeks.map((week) => [
            weekName(week.start),
            ...series.map(({ name }) => week.decisions[name] ?? 0),
          ])}
        >
          <DecisionBars board={board} />
        </ChartCard>
        <ChartCard
          title="Changes of mind"
          says={saidOfChanges(board)}
          series={CHANGES}
          head={["Week of", ...CHANGES.map((each) => each.label)]}
          rows={board.weeks.map((week) => [weekName(week.start), week.superseded, week.reversed])}
        >
          <ChangeLines board={board} />
        </ChartCard>
        <Stack gap="md">
          <OwedCard owed={board.commitments} />
          <SourcesCard sources={board.sources} />
        </Stack>
        <Stack gap="md">
          <TopicsCard topics={board.recurring} />
          <NamedCard title="Who decides most" named={board.people} filter="person" />
          <NamedCard title="What on" named={board.projects} filter="project" />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}

/** Of the shape of what comes, so that nothing jumps. */
function Waiting() {
  return (
    <Stack gap="md" aria-busy>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
        {RANGES.concat(RANGES.slice(0, 2)).map((_, card) => (
          <Skeleton key={card} height={84} />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Skeleton height={370} />
        <Skeleton height={370} />
      </SimpleGrid>
    </Stack>
  );
}
