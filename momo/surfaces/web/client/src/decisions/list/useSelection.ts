import { useCallback, useState } from "react";

/** Which rows are selected, by id. They stay so while the list is narrowed. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback((id: string, is: boolean) => {
    setSelected((before) => {
      const after = new Set(before);
      if (is) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  const clear = useCallback(() => setSelected(new Set()), []);
  return { selected, select, clear };
}
