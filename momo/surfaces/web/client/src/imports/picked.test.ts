import { expect, test } from "vitest";
import { sizeOf, sorted } from "./picked";

function file(path: string, content = "x"): File {
  const made = new File([content], path.split("/").at(-1) ?? "");
  return Object.assign(made, { path });
}

test("each file is an import of its own, and each folder one", () => {
  const found = sorted([file("/dev.mbox"), file("/adr/0001.md"), file("/adr/more/0002.md")]);
  expect(found.map(({ name, isFolder, files }) => [name, isFolder, files.length])).toEqual([
    ["dev.mbox", false, 1],
    ["adr", true, 2],
  ]);
  expect(found[1]?.files.map(({ path }) => path)).toEqual(["adr/0001.md", "adr/more/0002.md"]);
});

test("a file that the browser gives no path for has its name", () => {
  expect(sorted([new File(["x"], "a.mbox")])[0]?.name).toBe("a.mbox");
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1500, "1.5 KB"],
  [24_000_000, "24 MB"],
  [2_100_000_000, "2.1 GB"],
])("%d is %s", (bytes, said) => expect(sizeOf(bytes)).toBe(said));
