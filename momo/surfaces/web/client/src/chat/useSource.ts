import { useCallback, useRef } from "react";
import { useSearchParams } from "react-router";

const NAME = "source";

/** The source that is looked at. It is in the address: back closes it, and it can be passed on. */
export function useSource() {
  const [query, setQuery] = useSearchParams();
  const opener = useRef<Element | null>(null);
  const open = useCallback(
    (memoryId: string) => {
      opener.current = document.activeElement;
      setQuery({ [NAME]: memoryId }, { preventScrollReset: true });
    },
    [setQuery],
  );
  const close = useCallback(() => {
    setQuery({}, { preventScrollReset: true });
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }, [setQuery]);
  return { source: query.get(NAME), open, close };
}
