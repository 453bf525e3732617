import { describe, expect, it } from "vitest";
import { isDecider } from "./deciders";

const ME = { email: "Ada@momo.example", name: "Ada" };
const person = (given: object) => ({ name: "", email: "", handle: "", role: "decider", ...given });
const asked = (...people: ReturnType<typeof person>[]) => isDecider({ people }, ME);

describe("who says whether a decision is right", () => {
  it("is who decided it, by address or else by name", () => {
    expect(asked(person({ email: "ada@momo.example" }))).toBe(true);
    expect(asked(person({ name: "Ada" }))).toBe(true);
    expect(asked(person({ name: "Ada", email: "ada@elsewhere.example" }))).toBe(false);
  });

  it("is its author where nobody is named as who decided it", () => {
    const author = person({ name: "Ada", role: "author" });
    expect(asked(author)).toBe(true);
    expect(asked(author, person({ name: "Bob" }))).toBe(false);
  });

  it("is nobody where no one is named", () => {
    expect(asked()).toBe(false);
    expect(asked(person({ handle: "ada" }))).toBe(false);
  });
});
