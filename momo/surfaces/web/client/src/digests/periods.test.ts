import dayjs from "dayjs";
import { expect, test } from "vitest";
import { nextToldOn, span, toldOn } from "./periods";

test("a digest is told on the day after its last", () => {
  expect(toldOn("2026-02-28")).toBe("2026-03-01");
});

test.each([
  ["day", "2026-03-01", "2026-03-03"],
  ["week", "2026-03-01", "2026-03-09"],
  ["month", "2026-01-31", "2026-03-01"],
] as const)("the next %s after %s is told on %s", (period, last, told) => {
  expect(nextToldOn(period, last, dayjs("2027-01-01"))).toBe(told);
});

test("a period that is not over has no digest yet", () => {
  expect(nextToldOn("week", "2026-03-01", dayjs("2026-03-08"))).toBeNull();
  expect(nextToldOn("week", "2026-03-01", dayjs("2026-03-09"))).toBe("2026-03-09");
});

test("a period is said by its days", () => {
  expect(span("2026-03-01", "2026-03-01")).toBe("Sunday, 1 March 2026");
  expect(span("2026-02-23", "2026-03-01")).toBe("23 February to 1 March 2026");
  expect(span("2025-12-29", "2026-01-04")).toBe("29 December 2025 to 4 January 2026");
});
