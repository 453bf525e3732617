import type { Schemas } from "../api/client";
import type { Holds } from "../pieces/HoldsBadge";

export type Decision = Schemas["MemoryItem"];
export type DecisionInFull = Schemas["MemoryDetail"];
export type MemoryKind = Schemas["MemoryKindEnum"];

/** The kinds of memory, and of decision, as people call them. */
export const KINDS: Record<MemoryKind, string> = {
  decision: "Decision",
  fact: "Fact",
  preference: "Preference",
  action_item: "Action item",
  observation: "Observation",
  correction: "Correction",
  summary: "Summary",
};
export const TYPES: Record<Schemas["DecisionTypeEnum"], string> = {
  selection: "Selection",
  approval: "Approval",
  rejection: "Rejection",
  delegation: "Delegation",
  commitment: "Commitment",
  direction: "Direction",
  confirmation: "Confirmation",
  cancellation: "Cancellation",
  negotiation: "Negotiation",
  prioritization: "Prioritization",
};
export const STATUSES: Record<Schemas["StatusEnum"], string> = {
  decided: "Decided",
  pending: "Pending",
  reversed: "Reversed",
};
export const STANDINGS: Record<Holds, string> = {
  holds: "Holds",
  pending: "Pending",
  superseded: "Superseded",
  reversed: "Reversed",
};
export const CONFIDENCES: Record<Schemas["ConfidenceEnum"], string> = {
  high: "High",
  medium: "Medium",
  low: "Low",
};
export const VISIBILITIES: Record<Schemas["VisibilityEnum"], string> = {
  shared: "The team",
  private: "Only you",
  restricted: "A channel's members",
  secret: "Only you, sealed",
};
export const SORTS = {
  newest: "Newest first",
  oldest: "Oldest first",
  importance: "Most important first",
  updated: "Last changed first",
} as const;
export const DUE = { overdue: "Overdue", week: "Within a week", any: "Has a due date" } as const;

/** As Mantine's selects take them. */
export function choicesOf(words: Readonly<Record<string, string>>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

/** What a value of a filter is called; itself where it has no name of its own. */
export function wordFor(words: Readonly<Record<string, string>>, value: string): string {
  return words[value] ?? value;
}

export function isDecision(memory: { kind: string }): boolean {
  return memory.kind === "decision";
}

export function isStanding(value: string): value is Holds {
  return value in STANDINGS;
}

/** How people are called in one line. */
export function nameOf(person: { name: string; email: string; handle: string }): string {
  return person.name || person.email || (person.handle && `@${person.handle}`) || "Somebody";
}
