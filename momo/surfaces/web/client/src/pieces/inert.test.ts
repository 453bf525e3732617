import { expect, test } from "vitest";
import { safeUrl, withoutHiddenMarks } from "./inert";

test("marks that turn the direction of text are taken out", () => {
  expect(withoutHiddenMarks("invoice\u202Efdp.exe\u200B")).toBe("invoicefdp.exe");
});

test("letters of other scripts stay", () => {
  expect(withoutHiddenMarks("שלום, Łódź 東京")).toBe("שלום, Łódź 東京");
});

test.each(["javascript:alert(1)", "data:text/html,x", "/relative", "", "http://[", "vbscript:x"])(
  "%s is no link",
  (address) => expect(safeUrl(address)).toBeNull(),
);

test.each(["https://momo.example/a?b=c", "http://momo.example/", "mailto:a@momo.example"])(
  "%s is a link",
  (address) => expect(safeUrl(address)?.href).toBe(address),
);
