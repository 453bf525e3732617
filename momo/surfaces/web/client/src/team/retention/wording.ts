import { counted } from "../../pieces/counted";
import type { Schemas } from "../../api/client";
import { sourceName } from "../../pieces/SourceMark";

type Policy = Pick<Schemas["RetentionItem"], "action" | "days" | "source" | "visibility">;

export const ACTIONS: { value: Policy["action"]; label: string; means: string }[] = [
  {
    value: "erase",
    label: "Messages, with what was found in them",
    means: "Messages go, and the decisions that nothing else confirms.",
  },
  {
    value: "erase_text",
    label: "The texts alone",
    means: "What the messages said goes. Decisions stay, with the quote that they stand on.",
  },
];

export function whatGoes({ action, days, source }: Policy): string {
  const what = action === "erase_text" ? "Texts" : "Messages";
  const from = source ? ` from ${sourceName(source)}` : "";
  return `${what}${from} after ${days} ${days === 1 ? "day" : "days"}`;
}

export function whoseThings({ visibility }: Policy): string {
  if (visibility === "private") return "What is yours alone";
  return visibility === "restricted" ? "One private channel" : "What the team shares";
}

/** What a policy would do now, in words. */
export function wouldGo({ items, held }: Schemas["RetentionPreview"]): string {
  const going =
    items === 0 ? "Nothing would go now." : `${counted(items, "message")} would go now.`;
  return held === 0 ? going : `${going} Legal holds keep ${held}.`;
}
