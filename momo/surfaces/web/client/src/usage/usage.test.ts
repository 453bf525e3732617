import { expect, test } from "vitest";
import { everyDay } from "./days";
import { money, summed } from "./numbers";

const used = (key: string, tokens: number, cost: string) => ({
  key,
  calls: 1,
  input_tokens: tokens,
  output_tokens: 0,
  unpriced_tokens: 0,
  cost,
});

test("days without use are days as well", () => {
  const days = everyDay("2026-02-27", "2026-03-01", [used("2026-02-28", 5, "0.5")]);
  expect(days.map(({ day, tokens }) => [day, tokens])).toEqual([
    ["2026-02-27", 0],
    ["2026-02-28", 5],
    ["2026-03-01", 0],
  ]);
});

test("what several used is added up", () => {
  const all = summed([used("a", 2, "0.25"), used("b", 3, "0.5")]);
  expect([all.calls, all.input_tokens, all.cost]).toEqual([2, 5, "0.75"]);
});

test("little money is not nothing", () => {
  expect(money("0.000012", "USD")).toContain("0.000012");
  expect(money("12", "USD")).toBe("12.00 USD");
});
