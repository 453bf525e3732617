import { describe, expect, it } from "vitest";
import { addressOf, addressOfQuery, chipsOf, filtersOf, queryOf, without } from "./filters";

const ADDRESS = new URLSearchParams(
  "q=post&since=2026-01-02&until=2026-02-03&holds=holds&holds=pending&tags_none=old&archived=false&sort=oldest",
);

describe("filters", () => {
  it("come back from the address as they were put there", () => {
    const filters = filtersOf(ADDRESS);
    expect(filtersOf(addressOf(filters))).toEqual(filters);
  });

  it("ask for whole days, and for nothing that is not set", () => {
    expect(queryOf(filtersOf(ADDRESS))).toEqual({
      q: "post",
      since: "2026-01-02T00:00:00Z",
      until: "2026-02-03T23:59:59.999Z",
      holds: ["holds", "pending"],
      tags_none: ["old"],
      archived: false,
      sort: "oldest",
    });
    expect(queryOf(filtersOf(new URLSearchParams()))).toEqual({});
  });

  it("come back from a saved view", () => {
    const filters = filtersOf(ADDRESS);
    expect(filtersOf(addressOfQuery({ ...queryOf(filters) }))).toEqual(filters);
  });

  it("are taken away one by one", () => {
    let filters = filtersOf(ADDRESS);
    for (const chip of chipsOf(filters)) filters = without(filters, chip);
    expect(queryOf(filters)).toEqual({ q: "post", sort: "oldest" });
  });
});
