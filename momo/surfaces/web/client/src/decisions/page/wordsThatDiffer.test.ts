import { describe, expect, it } from "vitest";
import { wordsThatDiffer } from "./wordsThatDiffer";

const told = (before: string, after: string) =>
  wordsThatDiffer(before, after).map(({ kind, text }) => `${kind}:${text}`);

describe("a difference", () => {
  it("keeps what both have", () => {
    expect(told("We use MySQL now", "We use Postgres now")).toEqual([
      "same:We use ",
      "gone:MySQL ",
      "new:Postgres ",
      "same:now",
    ]);
  });

  it("finds words that both have in between", () => {
    expect(told("a b c d e", "a x c y e")).toEqual([
      "same:a ",
      "gone:b ",
      "new:x ",
      "same:c ",
      "gone:d ",
      "new:y ",
      "same:e",
    ]);
  });

  it("tells what came from nothing, and what went", () => {
    expect(told("", "new")).toEqual(["new:new"]);
    expect(told("old", "")).toEqual(["gone:old"]);
    expect(told("same", "same")).toEqual(["same:same"]);
  });

  it("puts together what each had", () => {
    const [before, after] = ["one two three two", "two three four two five"];
    const pieces = wordsThatDiffer(before, after);
    const without = (kind: string) => pieces.filter((p) => p.kind !== kind).map((p) => p.text);
    expect(without("new").join("").split(/\s+/u)).toEqual(before.split(" "));
    expect(without("gone").join("").trim().split(/\s+/u)).toEqual(after.split(" "));
  });
});
