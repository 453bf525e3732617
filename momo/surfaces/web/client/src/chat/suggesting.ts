import type { Schemas } from "../api/client";

type Decision = Pick<Schemas["MemoryItem"], "title" | "decision_type" | "superseded_by" | "status">;

const MOST = 4;
const LONGEST = 70; // characters of a title that still reads as part of a question

/** First questions, from what the team decided last: one of each kind, as far as there are. */
export function questionsFrom(decisions: Decision[]): string[] {
  const short = decisions.filter(({ title }) => title.length <= LONGEST);
  const asked = short.map(questionOf);
  const kinds = new Map<string, string>();
  for (const { kind, text } of asked) if (!kinds.has(kind)) kinds.set(kind, text);
  const rest = asked.map(({ text }) => text).filter((text) => ![...kinds.values()].includes(text));
  return [...new Set([...kinds.values(), ...rest])].slice(0, MOST);
}

function questionOf(decision: Decision): { kind: string; text: string } {
  const about = `“${decision.title.replace(/[.\s]+$/, "")}”`;
  if (decision.superseded_by) return { kind: "replaced", text: `What replaced ${about}?` };
  if (decision.status === "pending")
    return { kind: "pending", text: `What is still open about ${about}?` };
  switch (decision.decision_type) {
    case "delegation":
    case "commitment":
      return { kind: "holds", text: `Does ${about} still hold?` };
    case "approval":
    case "confirmation":
      return { kind: "who", text: `Who decided ${about}?` };
    default:
      return { kind: "why", text: `Why did we decide ${about}?` };
  }
}
