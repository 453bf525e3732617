import { withoutHiddenMarks } from "../pieces/inert";
import type { Citation } from "./types";

/** An answer with its sources, as plain text for the clipboard. */
export function withSources(text: string, citations: Citation[]): string {
  if (!citations.length) return withoutHiddenMarks(text);
  const lines = citations.map((cited) => {
    const day = cited.date.slice(0, 10);
    const where = [cited.author, cited.container, cited.source, day].filter(Boolean).join(", ");
    const holds = cited.holds === "holds" ? "" : ` (${cited.holds})`;
    return [`[${cited.number}] ${cited.title}${holds}`, where, cited.url]
      .filter(Boolean)
      .join("\n    ");
  });
  return withoutHiddenMarks(`${text}\n\nSources\n${lines.join("\n")}`);
}
