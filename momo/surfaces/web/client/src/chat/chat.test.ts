import { describe, expect, it } from "vitest";
import { withSources } from "./copying";
import { begun, heard, shownBeside, toReadOut } from "./live";
import { blocksOf, inlinesOf } from "./markdown";
import { questionsFrom } from "./suggesting";
import type { Citation, Exchange } from "./types";

const cited: Citation = {
  number: 1,
  memory_id: "m",
  title: "Use Postgres",
  quote: "We use Postgres.",
  url: "https://chat.example/1",
  source: "slack",
  container: "infra",
  date: "2026-05-03T09:00:00Z",
  author: "Jane",
  holds: "holds",
  superseded_by: null,
};

describe("an answer that is being written", () => {
  it("grows by its pieces and ends with what is kept", () => {
    let live = begun("Which database?");
    live = heard(live, { name: "sources", data: [cited] });
    live = heard(live, { name: "piece", data: { text: "It is " } });
    live = heard(live, { name: "piece", data: { text: "Postgres [1]." } });
    expect(live).toMatchObject({ text: "It is Postgres [1].", citations: [cited], done: null });
    live = heard(live, { name: "done", data: { id: "e" } });
    expect(live.done).toEqual({ id: "e" });
  });

  it("starts anew where sources come again", () => {
    let live = heard(begun("Which?"), { name: "piece", data: { text: "Half of" } });
    live = heard(live, { name: "sources", data: [] });
    expect(live.text).toBe("");
  });

  it("takes no notice of what it does not know", () => {
    const live = begun("Which?");
    expect(heard(live, { name: "heartbeat", data: null })).toBe(live);
  });

  it("takes the place of what it asks again, of what failed, and of itself once it is kept", () => {
    const kept = (id: string, state = "done") => ({ id, state }) as Exchange;
    const [a, b] = [kept("a"), kept("b")];
    expect(shownBeside([a, b], null)).toEqual([a, b]);
    expect(shownBeside([a, b], begun("Why?", null, "b"))).toEqual([a]);
    expect(shownBeside([a, b], begun("Why?", null, "a"))).toEqual([a, b]);
    expect(shownBeside([a, b], { ...begun("Why?"), done: b })).toEqual([a]);
    expect(shownBeside([a, kept("c", "asking")], begun("Why?"))).toEqual([a]);
    expect(shownBeside([a, kept("c", "failed")], { ...begun("Why?"), error: true })).toEqual([a]);
  });

  it("is read out by whole sentences", () => {
    expect(toReadOut("It is Postgres [1]. Because we", 0, false)).toBe("It is Postgres [1].");
    expect(toReadOut("It is Postgres [1]. Because we", 19, false)).toBe("");
    expect(toReadOut("It is Postgres [1]. Because we", 19, true)).toBe(" Because we");
  });
});

describe("an answer's text", () => {
  it("has citations where numbers stand in brackets", () => {
    expect(inlinesOf("Postgres [1, 3], not [a] nor [1234].")).toEqual([
      { kind: "text", text: "Postgres " },
      { kind: "cite", numbers: [1, 3] },
      { kind: "text", text: ", not [a] nor [1234]." },
    ]);
  });

  it("has bold, italic and code, and no links or HTML", () => {
    expect(inlinesOf("**so** *it* `is` <b>not</b> [x](javascript:1) 2*3*4")).toEqual([
      { kind: "strong", text: "so" },
      { kind: "text", text: " " },
      { kind: "em", text: "it" },
      { kind: "text", text: " " },
      { kind: "code", text: "is" },
      { kind: "text", text: " <b>not</b> [x](javascript:1) 2*3*4" },
    ]);
  });

  it("has paragraphs, lists and code", () => {
    const kinds = blocksOf("# Sum\nOne\ntwo\n\n- a\n- b\n1. c\n```\n- no list\n```").map(
      (b) => b.kind,
    );
    expect(kinds).toEqual(["heading", "paragraph", "list", "numbered", "code"]);
  });

  it("ends where a fence is not closed", () => {
    expect(blocksOf("```\nopen")).toEqual([{ kind: "code", text: "open" }]);
  });
});

it("is copied with its sources, and without marks that nobody sees", () => {
  expect(withSources("It is\u202E Postgres [1].", [{ ...cited, holds: "reversed" }])).toBe(
    "It is Postgres [1].\n\nSources\n[1] Use Postgres (reversed)\n    Jane, infra, slack, 2026-05-03\n    https://chat.example/1",
  );
});

it("suggests one question of each kind first", () => {
  const decision = { decision_type: "selection", superseded_by: null, status: "decided" } as const;
  const found = questionsFrom([
    { ...decision, title: "Use Postgres." },
    { ...decision, title: "Use Redis" },
    { ...decision, title: "Hire Zoe", decision_type: "approval" },
    { ...decision, title: "Use MySQL", superseded_by: "m" },
    { ...decision, title: "x".repeat(90) },
  ]);
  expect(found).toEqual([
    "Why did we decide “Use Postgres”?",
    "Who decided “Hire Zoe”?",
    "What replaced “Use MySQL”?",
    "Why did we decide “Use Redis”?",
  ]);
});
