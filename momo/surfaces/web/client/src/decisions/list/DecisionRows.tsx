import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Decision } from "../words";
import { DecisionRow } from "./DecisionRow";
import classes from "./DecisionRows.module.css";
import { useRowKeys } from "./useRowKeys";

const ROW = 92; // pixels, about; each is measured
const AHEAD = 8; // rows before the end at which more are asked for

interface Props {
  decisions: Decision[];
  selected: ReadonlySet<string>;
  onSelect: (id: string, selected: boolean) => void;
  onNearEnd: () => void;
}

/** A list of any length, of which only what is in sight is on the page. */
export function DecisionRows({ decisions, selected, onSelect, onNearEnd }: Props) {
  const { list, rows, above } = useRowsInSight(decisions, onNearEnd);
  useRowKeys(list, rows, (index) => {
    const decision = decisions[index];
    if (decision) onSelect(decision.id, !selected.has(decision.id));
  });
  return (
    <ul
      ref={list}
      className={classes.list}
      style={{ height: rows.getTotalSize() }}
      aria-label="Decisions"
    >
      {rows.getVirtualItems().map((row) => {
        const decision = decisions[row.index];
        if (!decision) return null;
        return (
          <li
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            className={classes.item}
            style={{ transform: `translateY(${row.start - above}px)` }}
            aria-setsize={-1}
            aria-posinset={row.index + 1}
          >
            <DecisionRow
              decision={decision}
              selected={selected.has(decision.id)}
              onSelect={(is) => onSelect(decision.id, is)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Which rows are in sight, where they stand, and what is `above` the list. */
function useRowsInSight(decisions: Decision[], onNearEnd: () => void) {
  const list = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => setAbove(list.current?.offsetTop ?? 0), []);
  const rows = useWindowVirtualizer({
    count: decisions.length,
    estimateSize: () => ROW,
    getItemKey: (index) => decisions[index]?.id ?? index,
    scrollMargin: above,
    overscan: 6,
  });
  const last = rows.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= decisions.length - AHEAD) onNearEnd();
  }, [last, decisions.length, onNearEnd]);
  return { list, rows, above };
}
