import type { StreamEvent } from "../api/sse";
import type { Citation, Exchange } from "./types";

/** An answer while it is written. */
export interface Live {
  question: string;
  asOf: string | null;
  /** The exchange whose question is asked again. */
  again: string | null;
  text: string;
  citations: Citation[];
  /** The exchange as it is kept, once it is answered. */
  done: Exchange | null;
  /** Why there is no answer. */
  error: unknown;
}

export function begun(question: string, asOf: string | null = null, again = ""): Live {
  const said = { text: "", citations: [], done: null, error: null };
  return { question, asOf, again: again || null, ...said };
}

/**
 * What is shown before it: not what it stands for already, or takes the place of. An exchange that
 * failed is told by its error, as long as that is known.
 */
export function shownBeside(exchanges: Exchange[], live: Live | null): Exchange[] {
  if (!live) return exchanges;
  const last = exchanges.at(-1);
  const isReplaced = live.again === last?.id || (live.error && last?.state === "failed");
  return exchanges.filter(
    (each) =>
      each.state !== "asking" && each.id !== live.done?.id && !(isReplaced && each === last),
  );
}

/** What is said after one more event. A second `sources` starts the answer anew. */
export function heard(live: Live, event: StreamEvent): Live {
  switch (event.name) {
    case "sources":
      return { ...live, citations: event.data as Citation[], text: "" };
    case "piece":
      return { ...live, text: live.text + (event.data as { text: string }).text };
    case "done":
      return { ...live, done: event.data as Exchange };
    default:
      return live;
  }
}

const SENTENCE_END = /[.!?:…](?:\s*\[[\d\s,]+\])*(?=\s|$)|\n\n/g;

/**
 * What to read out next of a text that is being written: whole sentences after the first `said`
 * characters, and all that is left once it is finished.
 */
export function toReadOut(text: string, said: number, finished: boolean): string {
  if (finished) return text.slice(said);
  let end = said;
  for (const found of text.slice(said).matchAll(SENTENCE_END)) {
    end = said + found.index + found[0].length;
  }
  return text.slice(said, end);
}
