import { Text, UnstyledButton } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import { withoutHiddenMarks } from "../pieces/inert";
import { NodeMark } from "./Legend";
import { type GraphData, spoken } from "./model";
import classes from "./NodeTable.module.css";
import type { Mark } from "./view";

const ROW = 40; // pixels

interface TableProps {
  graph: GraphData;
  marks: Mark[];
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** All that the drawing shows, to read and to walk by keyboard; what is chosen is the same in both. */
export function NodeTable({ graph, marks, chosen, onChoose }: TableProps) {
  const place = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(graph, marks), [graph, marks]);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  useEffect(() => {
    const index = rows.findIndex((row) => row.mark.node.id === chosen);
    if (index >= 0) list.scrollToIndex(index);
  }, [chosen, rows, list]);
  const inView = list.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index];
    return row ? [{ ...row, index, start }] : [];
  });
  return (
    <div ref={place} className={classes.place}>
      <div
        role="list"
        aria-label="Nodes"
        className={classes.rows}
        style={{ height: list.getTotalSize() }}
      >
        {inView.map(({ index, start, ...row }) => (
          <div
            key={row.mark.node.id}
            role="listitem"
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className={classes.row}
            style={{ height: ROW, transform: `translateY(${start}px)` }}
          >
            <Row {...row} isChosen={row.mark.node.id === chosen} onChoose={onChoose} />
          </div>
        ))}
      </div>
    </div>
  );
}

interface NodeRow {
  mark: Mark;
  relations: number;
}

/** The most important first. */
function rowsOf(graph: GraphData, marks: Mark[]): NodeRow[] {
  const counts = new Map<string, number>();
  for (const { source, target } of graph.edges)
    for (const end of [source, target]) counts.set(end, (counts.get(end) ?? 0) + 1);
  return marks
    .map((mark) => ({ mark, relations: counts.get(mark.node.id) ?? 0 }))
    .sort((a, b) => b.mark.node.importance - a.mark.node.importance);
}

function Row({
  mark: { node, ended },
  relations,
  isChosen,
  onChoose,
}: NodeRow & { isChosen: boolean; onChoose: (id: string) => void }) {
  const standing = ended && node.holds ? `, ${node.holds}` : "";
  return (
    <UnstyledButton
      className={classes.button}
      aria-pressed={isChosen}
      onClick={() => onChoose(node.id)}
    >
      <NodeMark node={node} />
      <Text span size="sm" truncate flex={1} dir="auto">
        {withoutHiddenMarks(node.label)}
      </Text>
      <Text span size="xs" c="dimmed" className={classes.about}>
        {spoken(node.type)}
        {standing}, {relations === 1 ? "1 relation" : `${relations} relations`}
      </Text>
    </UnstyledButton>
  );
}
