import { describe, expect, it } from "vitest";
import { apart, type Label, linesOf } from "./labels";

function label(name: string, x: number, y: number): Label {
  const mark = { x, y: y - 12, width: 10, height: 10 };
  return { lines: [name], x, y, width: 60, height: 14, mark };
}

const told = (...labels: Label[]) => apart(labels).flatMap((each) => each.lines);

describe("the names in a drawing", () => {
  it("all stand where there is room", () => {
    expect(told(label("a", 0, 0), label("b", 80, 0), label("c", 0, 40))).toEqual(["a", "b", "c"]);
  });

  it("give way to the name of what matters more", () => {
    expect(told(label("a", 0, 0), label("b", 40, 5))).toEqual(["a"]);
  });

  it("give way to the mark of what matters more, whether or not that is named", () => {
    const unnamed = label("b", 10, 10);
    expect(told(label("a", 0, 0), unnamed, label("c", 30, -14), label("d", 35, 40))).toEqual([
      "a",
      "d",
    ]);
  });

  it("are broken between words, in two lines at most", () => {
    expect(linesOf("Chose Postgres")).toEqual(["Chose Postgres"]);
    expect(linesOf("Merge offline changes with last write...")).toEqual([
      "Merge offline",
      "changes with last write...",
    ]);
    expect(linesOf("Donaudampfschifffahrtsgesellschaft")).toHaveLength(1);
  });
});
