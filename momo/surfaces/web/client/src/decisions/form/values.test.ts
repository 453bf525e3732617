import { describe, expect, it } from "vitest";
import { changesOf, EMPTY, peopleOf, personOf } from "./values";

describe("the form of a decision", () => {
  it("sends what was changed and nothing else", () => {
    const before = { ...EMPTY, title: "Old", due_on: "2026-01-01" };
    expect(changesOf(before, { ...before, title: "New", due_on: "" })).toEqual({
      title: "New",
      due_on: null,
    });
    expect(changesOf(before, { ...before })).toEqual({});
  });

  it("reads people as they are typed", () => {
    expect(personOf("Ada")).toMatchObject({ name: "Ada", email: "" });
    expect(personOf("ada@momo.example")).toMatchObject({ name: "", email: "ada@momo.example" });
    expect(personOf("Ada B <ada@momo.example>")).toMatchObject({
      name: "Ada B",
      email: "ada@momo.example",
    });
    expect(personOf("@ada")).toMatchObject({ handle: "ada" });
  });

  it("leaves people as they were known", () => {
    const ada = { name: "Ada", email: "a@momo.example", handle: "", role: "author" };
    expect(peopleOf(["Ada", "Bob"], [ada])).toEqual([ada, personOf("Bob")]);
  });
});
