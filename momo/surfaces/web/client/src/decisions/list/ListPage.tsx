import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconPlus } from "@tabler/icons-react";
import { useCallback, useMemo } from "react";
import { Link } from "react-router";
import { EmptyState } from "../../pieces/EmptyState";
import { PageHeader } from "../../pieces/PageHeader";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { BulkBar } from "./BulkBar";
import { DecisionRows } from "./DecisionRows";
import { ExportMenu } from "./ExportMenu";
import { FilterChips } from "./FilterChips";
import { FilterDrawer } from "./FilterDrawer";
import { chipsOf, queryOf, type ViewQuery } from "./filters";
import { HoldsTabs } from "./HoldsTabs";
import { SavedViews } from "./SavedViews";
import { SearchBox } from "../../pieces/SearchBox";
import { SortSelect } from "./SortSelect";
import { useFilters } from "./useFilters";
import { useDecisions, useFacets } from "./useList";
import { useSelection } from "./useSelection";

/** All decisions that one sees: searched, narrowed down, and changed many at once. */
export function Component() {
  const { filters, change } = useFilters();
  const query = useMemo(() => queryOf(filters), [filters]);
  const facets = useFacets(query);
  const [choosing, { open, close }] = useDisclosure();
  const counts = facets.data?.counts;
  return (
    <>
      <Header query={query} />
      <Stack gap="sm" mb="sm">
        <Group gap="sm">
          <SearchBox
            label="Search decisions"
            placeholder="Search titles, reasons and quotes"
            value={filters.q}
            onChange={(q) => change({ q })}
          />
          <Button
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            onClick={open}
          >
            Filters
          </Button>
          <SortSelect value={filters.sort} onChange={(sort) => change({ sort })} />
        </Group>
        <Group justify="space-between" gap="xs">
          <HoldsTabs filters={filters} counts={counts?.holds} onChange={change} />
          <Total total={facets.data?.total} />
        </Group>
        <FilterChips filters={filters} counts={counts} onChange={change} />
      </Stack>
      <Found query={query} isNarrowed={Boolean(filters.q || chipsOf(filters).length)} />
      <FilterDrawer
        opened={choosing}
        onClose={close}
        filters={filters}
        counts={counts}
        onChange={change}
      />
    </>
  );
}

function Header({ query }: { query: ViewQuery }) {
  return (
    <PageHeader title="Decisions">
      <SavedViews query={query} />
      <ExportMenu query={query} />
      <Button component={Link} to="/decisions/new" leftSection={<IconPlus size={16} aria-hidden />}>
        New
      </Button>
    </PageHeader>
  );
}

function Total({ total }: { total: number | undefined }) {
  return (
    <Text size="sm" c="dimmed" className="tabular" role="status" mih={20}>
      {total === undefined
        ? ""
        : `${total.toLocaleString()} ${total === 1 ? "decision" : "decisions"}`}
    </Text>
  );
}

function Found({ query, isNarrowed }: { query: ViewQuery; isNarrowed: boolean }) {
  const { decisions, isPending, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useDecisions(query);
  const { selected, select, clear } = useSelection();
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (error) return <ProblemAlert error={error} retry={refetch} />;
  if (isPending) return <Waiting />;
  if (!decisions.length) return <Nothing isNarrowed={isNarrowed} />;
  return (
    <>
      <VisuallyHidden>j and k go from one to the next, x selects, Enter opens.</VisuallyHidden>
      <DecisionRows decisions={decisions} selected={selected} onSelect={select} onNearEnd={more} />
      <BulkBar ids={[...selected]} onClear={clear} />
    </>
  );
}

function Waiting() {
  return (
    <Stack gap="xs" aria-busy>
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height={84} />
      ))}
    </Stack>
  );
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <EmptyState title="No decision passes these filters">
        Take one of them away, or use other words.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No decisions yet"
      action={
        <Button component={Link} to="/import">
          Import something
        </Button>
      }
    >
      Connect a source or import a mailbox, and Momo finds what was decided in it. You can state one
      by hand, too.
    </EmptyState>
  );
}
