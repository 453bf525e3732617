import dayjs from "dayjs";
import { useSearchParams } from "react-router";

const NAMES = ["action", "actor", "subject", "since", "until"] as const;
export type Filters = Partial<Record<(typeof NAMES)[number], string>>;

/** What is shown of the log, as the address says. Days are the reader's own, both included. */
export function useFilters() {
  const [query, setQuery] = useSearchParams();
  const filters: Filters = {};
  for (const name of NAMES) filters[name] = query.get(name) || undefined;
  function set(name: keyof Filters, value: string | null) {
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(name, value);
        else after.delete(name);
        return after;
      },
      { replace: true },
    );
  }
  return { filters, set, clear: () => setQuery({}) };
}

/** The same as the API takes it: days as moments. */
export function asQuery({ since, until, ...rest }: Filters): Filters {
  return {
    ...rest,
    since: since && dayjs(since).startOf("day").toISOString(),
    until: until && dayjs(until).add(1, "day").startOf("day").toISOString(),
  };
}
