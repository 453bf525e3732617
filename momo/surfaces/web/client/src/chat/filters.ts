import type { Schemas } from "../api/client";

/** What an answer may rest on. */
export type Filters = Partial<Schemas["FiltersBodyRequest"]>;

export function without(filters: Filters, name: keyof Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([each]) => each !== name));
}
