import type { Schemas } from "../../api/client";
import { type DecisionInFull, nameOf } from "../words";

type Option = Schemas["OptionItem"];
type Person = Schemas["PersonItem"];

/** A decision as a form has it. */
export interface Values {
  title: string;
  summary: string;
  rationale: string;
  decision_type: string;
  confidence: string;
  status: string;
  options: Option[];
  people: Person[];
  owner_name: string;
  due_on: string;
  tags: string[];
  visibility: string;
}

export const EMPTY: Values = {
  title: "",
  summary: "",
  rationale: "",
  decision_type: "selection",
  confidence: "high",
  status: "decided",
  options: [],
  people: [],
  owner_name: "",
  due_on: "",
  tags: [],
  visibility: "shared",
};

export function valuesOf(decision: DecisionInFull): Values {
  const { title, summary, rationale, options, people, owner_name, tags, visibility } = decision;
  return {
    title,
    summary,
    rationale,
    decision_type: decision.decision_type,
    confidence: decision.confidence,
    status: decision.status,
    options,
    people,
    owner_name,
    due_on: decision.due_on ?? "",
    tags,
    visibility,
  };
}

/** As the API takes what differs from what was there. */
export function changesOf(before: Values, after: Values): Schemas["MemoryChangeRequest"] {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]),
  );
  return Object.fromEntries(
    changed.map(([name, value]) => [name, name === "due_on" ? value || null : value]),
  );
}

/** As the API takes a new one. */
export function bodyOf(values: Values): Schemas["DecisionBodyRequest"] {
  const { due_on, ...rest } = values;
  return { ...rest, due_on: due_on || null } as Schemas["DecisionBodyRequest"];
}

/** Somebody as they were typed: `Ada`, `ada@momo.example`, `Ada <ada@momo.example>`, `@ada`. */
export function personOf(text: string, role = "decider"): Person {
  const both = /^(.*)<([^<>\s]+@[^<>\s]+)>$/u.exec(text.trim());
  if (both) return { name: both[1]?.trim() ?? "", email: both[2] ?? "", handle: "", role };
  const typed = text.trim();
  if (typed.startsWith("@")) return { name: "", email: "", handle: typed.slice(1), role };
  if (typed.includes("@")) return { name: "", email: typed, handle: "", role };
  return { name: typed, email: "", handle: "", role };
}

/** People by what they are called, those who were there before as they were. */
export function peopleOf(names: string[], before: Person[]): Person[] {
  return names.map((name) => before.find((each) => nameOf(each) === name) ?? personOf(name));
}
