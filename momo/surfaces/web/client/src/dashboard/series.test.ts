import { describe, expect, it } from "vitest";
import { rowsOf, saidOfChanges, saidOfDecisions, seriesOf, type Week } from "./series";

const weeks: Week[] = [
  { start: "2026-03-02", decisions: { approval: 1, selection: 2 }, superseded: 1, reversed: 0 },
  { start: "2026-03-09", decisions: {}, superseded: 0, reversed: 0 },
];
const totals = {
  decisions: 3,
  by_type: { approval: 1, selection: 2 },
  superseded: 1,
  reversed: 0,
};

describe("the series of a chart", () => {
  it("are the types, the most frequent first", () => {
    expect(seriesOf(totals.by_type).map((each) => each.name)).toEqual(["selection", "approval"]);
  });
  it("name what has no type", () => {
    const series = seriesOf({ "": 2 });
    const week = { start: "2026-03-02", decisions: { "": 2 }, superseded: 0, reversed: 0 };
    expect(rowsOf([week], series)).toEqual([{ week: "2 Mar", other: 2 }]);
  });
  it("have a value for every week", () => {
    expect(rowsOf(weeks, seriesOf(totals.by_type))).toEqual([
      { week: "2 Mar", selection: 2, approval: 1 },
      { week: "9 Mar", selection: 0, approval: 0 },
    ]);
  });
});

describe("a chart in words", () => {
  it("says how many, when most, and of which type", () => {
    expect(saidOfDecisions({ weeks, totals })).toBe(
      "3 decisions in 2 weeks, most in the week of 2 Mar (3). The most frequent type is selection (2).",
    );
  });
  it("says that there is nothing", () => {
    const none = { decisions: 0, by_type: {}, superseded: 0, reversed: 0 };
    expect(saidOfDecisions({ weeks: [], totals: none })).toMatch("No decision");
    expect(saidOfChanges({ totals: none })).toMatch("Nothing");
  });
  it("says what changed", () => {
    expect(saidOfChanges({ totals })).toBe("1 decision was replaced and 0 reversed.");
  });
});
