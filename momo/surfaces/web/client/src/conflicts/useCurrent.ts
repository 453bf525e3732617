import { useHotkeys } from "@mantine/hooks";
import { useEffect, useState } from "react";

/**
 * Which card of a list the keys are about. `j` and `k` move to the next and the previous one; where
 * the current one goes from the list, the one that takes its place is current, and has the focus.
 */
export function useCurrent<T extends { id: string }>(items: readonly T[]) {
  const [chosen, setChosen] = useState({ id: "", place: 0 });
  const found = items.findIndex((each) => each.id === chosen.id);
  const place = found < 0 ? Math.min(chosen.place, items.length - 1) : found;
  const current = items[place];

  function enter(item: T | undefined) {
    if (item) setChosen({ id: item.id, place: items.indexOf(item) });
  }

  function goTo(next: number) {
    const item = items[Math.min(Math.max(0, next), items.length - 1)];
    enter(item);
    if (item) document.getElementById(item.id)?.focus();
  }

  const gone = found < 0 && chosen.id !== "";
  useEffect(() => {
    const lost = document.activeElement === document.body;
    if (gone && lost && current) document.getElementById(current.id)?.focus();
  }, [gone, current]);

  useHotkeys([
    ["j", () => goTo(place + 1)],
    ["k", () => goTo(place - 1)],
  ]);
  return { current, enter };
}
