export interface Piece {
  kind: "same" | "gone" | "new";
  text: string;
}

const MOST = 400; // words; of longer texts all counts as changed between what both begin and end with

/** Two texts as one, told by words: what both have, what is gone, what is new. */
export function wordsThatDiffer(before: string, after: string): Piece[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end))
    end++;
  const [gone, fresh] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const middle =
    gone.length > MOST || fresh.length > MOST
      ? [piece("gone", gone), piece("new", fresh)]
      : alignedPieces(gone, fresh);
  const around = [
    piece("same", a.slice(0, start)),
    ...middle,
    piece("same", a.slice(a.length - end)),
  ];
  return around.filter((each) => each.text);
}

function wordsOf(text: string): string[] {
  return text.split(/(?<=\s)/u).filter(Boolean);
}

function piece(kind: Piece["kind"], words: string[]): Piece {
  return { kind, text: words.join("") };
}

/** By the longest common subsequence of their words. */
function alignedPieces(a: string[], b: string[]): Piece[] {
  const common = lengths(a, b);
  const pieces: Piece[] = [];
  const add = (kind: Piece["kind"], word: string) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += word;
    else pieces.push({ kind, text: word });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]];
    if (x !== undefined && x === y) {
      add("same", x);
      i++;
      j++;
    } else if (
      x !== undefined &&
      (y === undefined || at(common, i + 1, j) >= at(common, i, j + 1))
    ) {
      add("gone", x);
      i++;
    } else if (y !== undefined) {
      add("new", y);
      j++;
    }
  }
  return pieces;
}

/** How many words the rest of the one has in common with the rest of the other. */
function lengths(a: string[], b: string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = table[i];
      if (!row) continue;
      row[j] =
        a[i] === b[j]
          ? at(table, i + 1, j + 1) + 1
          : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  return table;
}

function at(table: number[][], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}
