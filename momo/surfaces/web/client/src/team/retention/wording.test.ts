import { expect, test } from "vitest";
import { whatGoes, wouldGo } from "./wording";

test("a policy is told with what goes, from where and when", () => {
  expect(whatGoes({ action: "erase", days: 365, source: "slack" })).toBe(
    "Messages from Slack after 365 days",
  );
  expect(whatGoes({ action: "erase_text", days: 1, source: "" })).toBe("Texts after 1 day");
});

test("a preview tells what would go, and what holds keep", () => {
  expect(wouldGo({ items: 0, held: 0 })).toBe("Nothing would go now.");
  expect(wouldGo({ items: 1, held: 0 })).toBe("1 message would go now.");
  expect(wouldGo({ items: 12, held: 3 })).toBe("12 messages would go now. Legal holds keep 3.");
});
