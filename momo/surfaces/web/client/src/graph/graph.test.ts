import { describe, expect, it } from "vitest";
import { changed, filtersOf, readAddress } from "./address";
import { colorOf, legendOf, shapeOf, shortened, sizeOf } from "./look";
import { around, type GraphEdge, type GraphNode, merged, relationsOf } from "./model";
import { DAY, spanOf, standingAt } from "./time";
import { ALL, marked } from "./view";

function node(id: string, given: Partial<GraphNode> = {}): GraphNode {
  return {
    id,
    is_memory: true,
    type: "decision",
    label: id,
    importance: 0.5,
    summary: "",
    decision_type: "",
    holds: "holds",
    date: null,
    source: "",
    first_at: null,
    invalid_at: null,
    hops: null,
    score: null,
    ...given,
  };
}

function edge(source: string, target: string, given: Partial<GraphEdge> = {}): GraphEdge {
  return { source, target, kind: "MENTIONS", role: "", weight: 1, first_at: null, ...given };
}

const chain = {
  nodes: [node("a"), node("b"), node("c"), node("d")],
  edges: [edge("a", "b"), edge("c", "b"), edge("c", "d")],
};

describe("how a node looks", () => {
  it("grows with its importance", () => {
    expect([0, 0.5, 1].map((importance) => sizeOf({ importance }))).toEqual([10, 20, 30]);
  });
  it("has the color of its kind, and gray where that is not known", () => {
    expect(colorOf({ is_memory: true, type: "fact" }, "light")).toBe("#4CAF50");
    expect(colorOf({ is_memory: true, type: "preference" }, "light")).toBe("#2196F3");
    expect(colorOf({ is_memory: true, type: "person" }, "light")).toBe("#9E9E9E");
  });
  it("tells memories, people and things by their shape", () => {
    expect(shapeOf({ is_memory: true, type: "fact" })).toBe("dot");
    expect(shapeOf({ is_memory: false, type: "person" })).toBe("diamond");
    expect(shapeOf({ is_memory: false, type: "project" })).toBe("square");
  });
  it("has at most forty characters, and no half of one", () => {
    expect(shortened("x".repeat(41))).toBe(`${"x".repeat(37)}...`);
    expect(shortened("🧭".repeat(41))).toBe(`${"🧭".repeat(37)}...`);
    expect(shortened("x".repeat(40))).toBe("x".repeat(40));
  });
});

describe("the legend", () => {
  it("has each type that is drawn once, memories first", () => {
    const person = node("p", { is_memory: false, type: "person" });
    const entries = legendOf([person, node("a"), node("b"), node("c", { type: "fact" })]);
    expect(entries.map(({ type, count }) => [type, count])).toEqual([
      ["decision", 2],
      ["fact", 1],
      ["person", 1],
    ]);
  });
});

describe("what is around a node", () => {
  it("is so many relations away, either way", () => {
    expect([...around(chain, "a", 1)].sort()).toEqual(["a", "b"]);
    expect([...around(chain, "a", 2)].sort()).toEqual(["a", "b", "c"]);
  });
  it("is said from where one stands", () => {
    const said = relationsOf({ ...chain, edges: [edge("a", "b", { kind: "SUPERSEDES" })] }, "b");
    expect(said.map(({ text }) => text)).toEqual(["a (replaces)"]);
  });
});

describe("two graphs as one", () => {
  it("have each node and relation once, as important as either has it", () => {
    const more = {
      nodes: [node("a", { importance: 0.9 }), node("e")],
      edges: [edge("a", "b"), edge("a", "e")],
    };
    const both = merged(chain, more);
    expect(both.nodes.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
    expect(both.nodes[0]?.importance).toBe(0.9);
    expect(both.edges).toHaveLength(4);
  });
});

describe("at a moment", () => {
  const [early, late] = ["2026-01-01T00:00:00Z", "2026-03-01T00:00:00Z"];
  const replaced = node("a", { first_at: early, invalid_at: late, holds: "superseded" });
  it("a node is absent, then holds, then has ended", () => {
    const times = ["2025-12-31", "2026-02-01", "2026-03-02"].map((day) => Date.parse(day));
    expect(times.map((at) => standingAt(replaced, at))).toEqual(["absent", "holds", "ended"]);
    expect(standingAt(replaced, null)).toBe("ended");
  });
  it("there is a span from the first to the last day", () => {
    const span = spanOf({ nodes: [replaced], edges: [] });
    expect(span).toEqual([Date.parse(early), Date.parse(late)]);
    expect(spanOf({ nodes: [node("b")], edges: [] })).toBeNull();
    expect((span?.[1] ?? 0) % DAY).toBe(0);
  });
});

describe("a view", () => {
  const lit = (view: Partial<typeof ALL>) =>
    marked(chain, { ...ALL, ...view }).flatMap((mark) =>
      mark.lit && !mark.hidden ? [mark.node.id] : [],
    );
  it("shows all unless something is looked for", () => {
    expect(lit({})).toEqual(["a", "b", "c", "d"]);
    expect(lit({ words: ["b"] })).toEqual(["b"]);
    expect(lit({ focus: { id: "a", hops: 2 } })).toEqual(["a", "b", "c"]);
    expect(lit({ hiddenTypes: new Set(["decision"]) })).toEqual([]);
  });
});

describe("the page's address", () => {
  it("keeps what is looked at", () => {
    const change = { node: "a", hops: 2, tag: ["x", "y"], since: "2026-03-01" };
    const params = changed(new URLSearchParams("kind=fact"), change);
    expect(params.toString()).toBe("kind=fact&node=a&hops=2&tag=x&tag=y&since=2026-03-01");
    expect(readAddress(params)).toMatchObject({ ...change, kind: ["fact"], expanded: [] });
  });
  it("says nothing of what is as usual", () => {
    const params = new URLSearchParams("node=a&hops=2&tag=x");
    expect(changed(params, { node: null, hops: 1, tag: [] }).toString()).toBe("");
  });
  it("asks for whole days", () => {
    const looking = readAddress(
      new URLSearchParams("since=2026-03-01&until=2026-03-02&type=approval"),
    );
    expect(filtersOf(looking)).toEqual({
      type: ["approval"],
      since: "2026-03-01T00:00:00Z",
      until: "2026-03-02T23:59:59Z",
    });
  });
});
