import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { addressOf, type Filters, filtersOf } from "./filters";

/** The filters of the list, kept in the address so that it can be shared and gone back to. */
export function useFilters() {
  const [address, setAddress] = useSearchParams();
  const text = address.toString();
  const filters = useMemo(() => filtersOf(new URLSearchParams(text)), [text]);
  const change = useCallback(
    (changes: Partial<Filters>) => {
      setAddress((now) => addressOf({ ...filtersOf(now), ...changes }), {
        replace: true,
        preventScrollReset: true,
      });
    },
    [setAddress],
  );
  return { filters, change };
}
