import { Alert, Box, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { lazy, Suspense, useMemo, useState } from "react";
import type { Looking } from "./address";
import classes from "./GraphBoard.module.css";
import { Legend } from "./Legend";
import { NodePanel } from "./NodePanel";
import { NodeTable } from "./NodeTable";
import { SearchNodes } from "./SearchNodes";
import { spanOf } from "./time";
import { TimeSlider } from "./TimeSlider";
import type { useGraph } from "./useGraph";
import { marked, type View } from "./view";

const Canvas = lazy(() => import("./Canvas"));
const NO_WORDS: string[] = [];

interface BoardProps {
  looking: Looking;
  look: (change: Partial<Looking>) => void;
  loaded: ReturnType<typeof useGraph>;
}

/** The drawing, what shows of it, and the same as a list: always one view of one graph. */
export function GraphBoard({ looking, look, loaded }: BoardProps) {
  const { graph, added } = loaded;
  const [hiddenTypes, setHiddenTypes] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState<number | null>(null);
  const { node: chosen, hops } = looking;
  const view = useMemo<View>(
    () => ({ hiddenTypes, at, words: NO_WORDS, focus: chosen ? { id: chosen, hops } : null }),
    [hiddenTypes, at, chosen, hops],
  );
  const marks = useMemo(() => marked(graph, view), [graph, view]);
  const span = useMemo(() => spanOf(graph), [graph]);
  const shown = marks.filter((mark) => mark.lit && !mark.hidden);
  const choose = (id: string | null) => look({ node: id });
  return (
    <Stack gap="sm">
      <SearchNodes onFound={choose} />
      <Legend nodes={graph.nodes} hidden={hiddenTypes} onChange={setHiddenTypes} />
      <Drawn looking={looking} look={look} loaded={loaded} view={view} />
      {span && <TimeSlider span={span} at={at} onChange={setAt} />}
      {added.error && (
        <Alert color="gray" variant="outline">
          A node is not there any more, or you cannot see it.
        </Alert>
      )}
      <Group justify="space-between">
        <Title order={2} size="h4">
          The same as a list
        </Title>
        <Text size="sm" c="dimmed" role="status" className="tabular">
          {shown.length} of {graph.nodes.length} nodes
        </Text>
      </Group>
      <NodeTable graph={graph} marks={shown} chosen={chosen} onChoose={choose} />
    </Stack>
  );
}

/** The drawing, and beside it what was chosen. */
function Drawn({ looking, look, loaded: { graph, added }, view }: BoardProps & { view: View }) {
  const { node: chosen, hops, expanded } = looking;
  const node = graph.nodes.find((each) => each.id === chosen);
  const choose = (id: string | null) => look({ node: id });
  const expand = (id: string) =>
    look({ node: id, expanded: [...expanded.filter((each) => each !== id), id] });
  return (
    <div className={classes.board} data-split={node ? true : undefined}>
      <Box className={classes.canvas}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <Canvas graph={graph} view={view} chosen={chosen} onChoose={choose} onExpand={expand} />
        </Suspense>
      </Box>
      {node && (
        <NodePanel
          graph={graph}
          node={node}
          hops={hops}
          expanded={expanded.includes(node.id)}
          busy={added.isPending}
          onHops={(to) => look({ hops: to })}
          onExpand={() => expand(node.id)}
          onFollow={choose}
          onClose={() => choose(null)}
        />
      )}
    </div>
  );
}
