import { CONFIDENCES, nameOf, STATUSES, TYPES, VISIBILITIES, wordFor } from "../words";

const NAMES: Record<string, string> = {
  title: "Title",
  summary: "Summary",
  rationale: "Why",
  decision_type: "Type",
  confidence: "Confidence",
  status: "Status",
  options: "Options",
  people: "People",
  owner_name: "To be done by",
  due_on: "Due",
  importance: "Importance",
  tags: "Tags",
  visibility: "Seen by",
  archived_at: "Archived",
};
const WORDS: Record<string, Readonly<Record<string, string>>> = {
  decision_type: TYPES,
  confidence: CONFIDENCES,
  status: STATUSES,
  visibility: VISIBILITIES,
};

export function fieldName(field: string): string {
  return NAMES[field] ?? field;
}

/** A field's value in words; empty where there is none. */
export function shown(field: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(itemShown).join(", ");
  if (typeof value === "object") return itemShown(value);
  return wordFor(WORDS[field] ?? {}, String(value));
}

function itemShown(item: unknown): string {
  if (typeof item !== "object" || item === null) return String(item);
  const parts = item as Record<string, unknown>;
  if ("option" in parts) {
    const reason = parts.reason ? `: ${parts.reason}` : "";
    return `${parts.option} (${parts.chosen ? "chosen" : "rejected"}${reason})`;
  }
  const text = (name: string) => String(parts[name] ?? "");
  return nameOf({ name: text("name"), email: text("email"), handle: text("handle") });
}
