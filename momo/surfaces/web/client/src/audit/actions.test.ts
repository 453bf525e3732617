import { expect, test } from "vitest";
import { kindsOf, wordsOf } from "./actions";

test("an action reads as words", () => {
  expect(wordsOf("model_budget.changed")).toBe("Model budget changed");
});

test("actions are grouped by what they are done to", () => {
  expect(kindsOf(["key.created", "memory.edited", "key.revoked"])).toEqual([
    { kind: "key", actions: ["key.created", "key.revoked"] },
    { kind: "memory", actions: ["memory.edited"] },
  ]);
});
