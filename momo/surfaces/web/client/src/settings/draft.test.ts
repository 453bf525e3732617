import { expect, test } from "vitest";
import { changesOf, draftOf, isChanged, type Settings, withDefaults, withNumber } from "./draft";

function parameter(name: string, value: number, chosen = false) {
  const told = { label: name, meaning: "", unit: "", minimum: 0, maximum: 1, step: 0.1 };
  return { ...told, name, value, default: 0.3, chosen };
}

const own = parameter("own", 0.5, true);
const usual = parameter("usual", 0.3);
const settings: Settings = {
  backend: "hybrid",
  graph: "off",
  chosen: ["own"],
  embedding_model: "m",
  parameters: [own, usual],
};
const draft = draftOf(settings);

test("what was not touched is no change", () => {
  expect(isChanged(changesOf(draft, settings))).toBe(false);
});

test("a number that is chosen is a change, and one taken back is none", () => {
  const chosen = withNumber(draft, usual, 0.4);
  expect(changesOf(chosen, settings)).toEqual({ parameters: { usual: 0.4 } });
  expect(isChanged(changesOf(withNumber(chosen, usual, null), settings))).toBe(false);
});

test("a choice that goes back to the default is sent as null", () => {
  expect(changesOf(withDefaults(draft, settings), settings)).toEqual({ parameters: { own: null } });
});

test("only the modes that differ are sent", () => {
  expect(changesOf({ ...draft, backend: "rrf" }, settings)).toEqual({ backend: "rrf" });
});
