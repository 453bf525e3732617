import { expect, test } from "vitest";
import { browserOf } from "./browsers";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

test.each([
  [CHROME, "Chrome on Linux"],
  [`${CHROME} Edg/140.0`, "Edge on Linux"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", "Safari on iPhone"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15) Firefox/140.0", "Firefox on macOS"],
  ["curl/8.5", "curl/8.5"],
  ["", "An unknown program"],
])("%s is called %s", (userAgent, name) => {
  expect(browserOf(userAgent)).toBe(name);
});
