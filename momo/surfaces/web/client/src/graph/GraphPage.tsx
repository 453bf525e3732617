import { Anchor, Button, Skeleton, Text } from "@mantine/core";
import { Link } from "react-router";
import { EmptyState } from "../pieces/EmptyState";
import { PageHeader } from "../pieces/PageHeader";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { isFiltered, type Looking } from "./address";
import { ExportButton } from "./ExportButton";
import { GraphBoard } from "./GraphBoard";
import { GraphFilters, NONE } from "./GraphFilters";
import { useGraph, useLooking } from "./useGraph";

/** The team's memory as a picture, and as a list that says the same. */
export function GraphPage() {
  const [looking, look] = useLooking();
  const loaded = useGraph(looking);
  const { graph, leftOut, picture } = loaded;
  return (
    <>
      <PageHeader
        title="Graph"
        description="Larger is more important, faded no longer holds. An arrow leads to what was replaced."
      >
        <GraphFilters looking={looking} onLook={look} />
        <ExportButton looking={looking} />
      </PageHeader>
      <ProblemAlert error={picture.error} retry={() => picture.refetch()} />
      {picture.isPending && <Skeleton height={520} />}
      {picture.isSuccess && !graph.nodes.length && (
        <Nothing looking={looking} onClear={() => look(NONE)} />
      )}
      {graph.nodes.length > 0 && <GraphBoard looking={looking} look={look} loaded={loaded} />}
      {leftOut > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {leftOut.toLocaleString()} less important memories are left out. Filter, or search for one
          to bring it in.
        </Text>
      )}
    </>
  );
}

function Nothing({ looking, onClear }: { looking: Looking; onClear: () => void }) {
  if (isFiltered(looking))
    return (
      <EmptyState
        title="Nothing passes these filters"
        action={
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        }
      />
    );
  return (
    <EmptyState title="There is nothing to draw yet">
      Decisions show here as soon as Momo finds some.{" "}
      <Anchor component={Link} to="/integrations">
        Connect a source
      </Anchor>{" "}
      or{" "}
      <Anchor component={Link} to="/import">
        import files
      </Anchor>
      .
    </EmptyState>
  );
}
