import { LABEL_CHARACTERS } from "./look";

const LINE_CHARACTERS = LABEL_CHARACTERS / 2;

/** A part of the drawing: `x` is its middle, `y` its top. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What may be written, and the mark of the node that it names. */
export interface Label extends Box {
  lines: string[];
  mark: Box;
}

/** Those that touch no label, and cover no mark, of those before them: put first what matters most. */
export function apart(labels: readonly Label[]): Label[] {
  const taken: Box[] = [];
  return labels.filter((label) => {
    const isFree = !taken.some((box) => touch(label, box));
    taken.push(label.mark);
    if (isFree) taken.push(label);
    return isFree;
  });
}

function touch(one: Box, other: Box): boolean {
  return (
    Math.abs(one.x - other.x) * 2 < one.width + other.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** A label in two lines at most, broken between words. */
export function linesOf(label: string): string[] {
  const at = label.length > LINE_CHARACTERS ? label.lastIndexOf(" ", LINE_CHARACTERS) : -1;
  return at > 0 ? [label.slice(0, at), label.slice(at + 1)] : [label];
}
