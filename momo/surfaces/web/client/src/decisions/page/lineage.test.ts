import { describe, expect, it } from "vitest";
import { placed } from "./lineage";

const POINTS = [
  { id: "c", at: "2026-03-01" },
  { id: "a", at: "2026-01-01" },
  { id: "b", at: "2026-02-01" },
];

describe("a lineage", () => {
  it("stands in one lane where each replaced the one before", () => {
    const picture = placed(POINTS, [
      { old_id: "a", new_id: "b" },
      { old_id: "b", new_id: "c" },
    ]);
    expect(picture.nodes.map(({ id, row, lane }) => [id, row, lane])).toEqual([
      ["a", 0, 0],
      ["b", 1, 0],
      ["c", 2, 0],
    ]);
    expect(picture.arrows.every((arrow) => !arrow.around)).toBe(true);
  });

  it("gives a second branch a lane of its own", () => {
    const picture = placed(POINTS, [
      { old_id: "a", new_id: "c" },
      { old_id: "b", new_id: "c" },
    ]);
    expect(picture.lanes).toBe(2);
    expect(picture.nodes.find((node) => node.id === "c")?.lane).toBe(0);
  });

  it("leads around what stands between", () => {
    const picture = placed(POINTS, [
      { old_id: "a", new_id: "b" },
      { old_id: "b", new_id: "c" },
      { old_id: "a", new_id: "c" },
    ]);
    expect(picture.arrows.map((arrow) => arrow.around)).toEqual([false, false, true]);
  });

  it("leaves out what is not to be seen", () => {
    expect(placed(POINTS, [{ old_id: "a", new_id: "gone" }]).arrows).toEqual([]);
  });
});
