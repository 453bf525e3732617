import { useHotkeys } from "@mantine/hooks";
import type { Virtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";

type Rows = Virtualizer<Window, Element>;

/** j and k go from row to row, x selects the one that has the focus; Enter opens it, as a link. */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  rows: Rows,
  select: (index: number) => void,
): void {
  const here = () => {
    const row = document.activeElement?.closest("[data-index]");
    return row && list.current?.contains(row) ? Number(row.getAttribute("data-index")) : -1;
  };
  const go = (index: number) => {
    if (index < 0 || index >= rows.options.count) return;
    rows.scrollToIndex(index, { align: "auto" });
    focusRow(list, index);
  };
  const step = (by: 1 | -1) => go(here() < 0 ? (rows.range?.startIndex ?? 0) : here() + by);
  useHotkeys([
    ["j", () => step(1)],
    ["k", () => step(-1)],
    ["x", () => here() >= 0 && select(here())],
  ]);
}

/** Once it is drawn: one out of sight is not there yet. */
function focusRow(list: RefObject<HTMLElement | null>, index: number): void {
  requestAnimationFrame(() => {
    const row = list.current?.querySelector(`[data-index="${index}"]`);
    row?.querySelector<HTMLElement>("[data-row-link]")?.focus();
  });
}
