/** The small part of markdown that answers are written in, with citations. No links, no HTML. */

export type Inline =
  { kind: "text" | "strong" | "em" | "code"; text: string } | { kind: "cite"; numbers: number[] };

export type Block =
  | { kind: "paragraph" | "heading"; lines: Inline[][] }
  | { kind: "list" | "numbered"; lines: Inline[][] }
  | { kind: "code"; text: string };

const LISTED = /^\s*[-*•]\s+/;
const NUMBERED = /^\s*\d{1,3}[.)]\s+/;
const HEADING = /^#{1,6}\s+/;
const FENCE = /^```/;
const INLINE =
  /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]|`([^`\n]+)`|\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*|(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])/g;

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    if (!line.trim()) at += 1;
    else if (FENCE.test(line)) at = takeCode(lines, at, blocks);
    else at = takeLines(lines, at, kindOf(line), blocks);
  }
  return blocks;
}

/** The words of a line, and which sources stand in it. */
export function inlinesOf(line: string): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const match of line.matchAll(INLINE)) {
    if (match.index > end) found.push({ kind: "text", text: line.slice(end, match.index) });
    found.push(marked(match));
    end = match.index + match[0].length;
  }
  if (end < line.length) found.push({ kind: "text", text: line.slice(end) });
  return found;
}

function marked([, numbers, code, strong, em]: RegExpMatchArray): Inline {
  if (numbers !== undefined) return { kind: "cite", numbers: numbers.split(",").map(Number) };
  if (code !== undefined) return { kind: "code", text: code };
  if (strong !== undefined) return { kind: "strong", text: strong };
  return { kind: "em", text: em ?? "" };
}

type LineKind = "paragraph" | "heading" | "list" | "numbered";

function kindOf(line: string): LineKind {
  if (HEADING.test(line)) return "heading";
  if (LISTED.test(line)) return "list";
  return NUMBERED.test(line) ? "numbered" : "paragraph";
}

const SIGNS = { list: LISTED, numbered: NUMBERED, heading: HEADING, paragraph: /^\s+/ };

function takeLines(lines: string[], from: number, kind: LineKind, blocks: Block[]): number {
  let at = from;
  const taken: Inline[][] = [];
  while (at < lines.length) {
    const line = lines[at] ?? "";
    if (!line.trim() || FENCE.test(line) || kindOf(line) !== kind) break;
    taken.push(inlinesOf(line.replace(SIGNS[kind], "")));
    at += 1;
  }
  blocks.push({ kind, lines: taken });
  return at;
}

function takeCode(lines: string[], from: number, blocks: Block[]): number {
  let end = from + 1;
  while (end < lines.length && !FENCE.test(lines[end] ?? "")) end += 1;
  blocks.push({ kind: "code", text: lines.slice(from + 1, end).join("\n") });
  return end + 1;
}
