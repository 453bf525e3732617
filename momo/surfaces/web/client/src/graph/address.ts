/** What of the graph is looked at, as the page's address has it: it can be kept and shared. */
export interface Looking {
  node: string | null;
  hops: number;
  expanded: string[];
  kind: string[];
  type: string[];
  source: string[];
  tag: string[];
  entity: string[];
  since: string | null;
  until: string | null;
}

/** Filters that take several values. */
const FILTERS = ["kind", "type", "source", "tag", "entity"] as const;

export function readAddress(params: URLSearchParams): Looking {
  return {
    node: params.get("node"),
    hops: params.get("hops") === "2" ? 2 : 1,
    expanded: params.getAll("expanded"),
    kind: params.getAll("kind"),
    type: params.getAll("type"),
    source: params.getAll("source"),
    tag: params.getAll("tag"),
    entity: params.getAll("entity"),
    since: params.get("since"),
    until: params.get("until"),
  };
}

/** The address with some of it changed; what is empty is left out. */
export function changed(params: URLSearchParams, change: Partial<Looking>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    next.delete(name);
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== null && each !== undefined && each !== "" && !(name === "hops" && each === 1))
        next.append(name, String(each));
  }
  return next;
}

/** What `GET /graph` is asked for. */
export function filtersOf(looking: Looking) {
  const { since, until } = looking;
  return {
    ...Object.fromEntries(
      FILTERS.flatMap((name) => (looking[name].length ? [[name, looking[name]]] : [])),
    ),
    ...(since ? { since: `${since}T00:00:00Z` } : {}),
    ...(until ? { until: `${until}T23:59:59Z` } : {}),
  };
}

export function isFiltered(looking: Looking): boolean {
  return Object.keys(filtersOf(looking)).length > 0;
}
