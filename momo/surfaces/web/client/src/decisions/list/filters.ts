import type { paths } from "../../api/schema";

export type DecisionQuery = NonNullable<paths["/api/v1/decisions"]["get"]["parameters"]["query"]>;
export type ViewQuery = Omit<DecisionQuery, "cursor" | "limit" | "fields">;

const MANY = [
  "holds",
  "type",
  "status",
  "source",
  "confidence",
  "visibility",
  "tags_all",
  "tags_any",
  "tags_none",
] as const;
const ONE = ["q", "person", "project", "entity", "due"] as const;
const DAYS = ["since", "until", "as_of"] as const;

export type ManyFilter = (typeof MANY)[number];
export type DayFilter = (typeof DAYS)[number];

/** The filters as the address has them: days for times, and nothing for what is not set. */
export interface Filters
  extends
    Record<ManyFilter, string[]>,
    Record<(typeof ONE)[number], string>,
    Record<DayFilter, string> {
  archived: "" | "true" | "false";
  include_secret: boolean;
  sort: string;
}

export function filtersOf(address: URLSearchParams): Filters {
  const many = Object.fromEntries(MANY.map((name) => [name, address.getAll(name)]));
  const one = Object.fromEntries([...ONE, ...DAYS].map((name) => [name, address.get(name) ?? ""]));
  const archived = address.get("archived");
  return {
    ...many,
    ...one,
    archived: archived === "true" || archived === "false" ? archived : "",
    include_secret: address.get("include_secret") === "true",
    sort: address.get("sort") ?? "newest",
  } as Filters;
}

export function addressOf(filters: Filters): URLSearchParams {
  const address = new URLSearchParams();
  for (const name of [...ONE, ...DAYS]) if (filters[name]) address.set(name, filters[name]);
  for (const name of MANY) for (const value of filters[name]) address.append(name, value);
  if (filters.archived) address.set("archived", filters.archived);
  if (filters.include_secret) address.set("include_secret", "true");
  if (filters.sort !== "newest") address.set("sort", filters.sort);
  return address;
}

const FROM = "T00:00:00Z";
const TO = "T23:59:59.999Z"; // a day is meant as a whole

/** As the API takes them. What is not set is left out. */
export function queryOf(filters: Filters): ViewQuery {
  const set: Record<string, unknown> = {};
  for (const name of MANY) if (filters[name].length) set[name] = filters[name];
  for (const name of ONE) if (filters[name]) set[name] = filters[name];
  for (const name of DAYS)
    if (filters[name]) set[name] = filters[name] + (name === "since" ? FROM : TO);
  if (filters.archived) set.archived = filters.archived === "true";
  if (filters.include_secret) set.include_secret = true;
  if (filters.sort !== "newest") set.sort = filters.sort;
  return set as ViewQuery;
}

/** The address of a list that was kept as the API takes it. */
export function addressOfQuery(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value])
      address.append(name, isDay(name) ? String(each).slice(0, 10) : String(each));
  return address;
}

function isDay(name: string): boolean {
  return (DAYS as readonly string[]).includes(name);
}

export interface Chip {
  name: keyof Filters;
  value: string;
}

/** Each value that narrows the list, but for the words that are searched. */
export function chipsOf(filters: Filters): Chip[] {
  const many = MANY.flatMap((name) => filters[name].map((value) => ({ name, value })));
  const one = [...ONE, ...DAYS]
    .filter((name) => name !== "q" && filters[name])
    .map((name) => ({ name, value: filters[name] }));
  const archived = filters.archived ? [{ name: "archived", value: filters.archived } as Chip] : [];
  const secret = filters.include_secret ? [{ name: "include_secret", value: "" } as Chip] : [];
  return [...many, ...one, ...archived, ...secret];
}

/** Without one of its values. */
export function without(filters: Filters, { name, value }: Chip): Filters {
  const was = filters[name];
  if (Array.isArray(was)) return { ...filters, [name]: was.filter((each) => each !== value) };
  return { ...filters, [name]: typeof was === "boolean" ? false : "" };
}
