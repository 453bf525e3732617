import { expect, test } from "vitest";
import { nextOf } from "./arriving";
import { tokenOf } from "./invitation";

test.each([
  ["/decisions?q=x", "/decisions?q=x"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["", "/"],
])("from %s one goes to %s", (next, to) => {
  expect(nextOf({ search: `?next=${encodeURIComponent(next)}`, state: null })).toBe(to);
  expect(nextOf({ search: "", state: { next } })).toBe(to);
});

test.each([
  ["https://momo.example/join#inv_a.b", "inv_a.b"],
  [" inv_a-b_c ", "inv_a-b_c"],
  ["", ""],
])("the token of %s is %s", (pasted, token) => {
  expect(tokenOf(pasted)).toBe(token);
});
