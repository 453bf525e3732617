// Marks that turn the direction of text, or hide in it: they could make a name read as another.
const HIDDEN = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u061C]/gu;
const LINKED = new Set(["http:", "https:", "mailto:"]);

/** Text that somebody wrote, without marks that nobody sees. */
export function withoutHiddenMarks(text: string): string {
  return text.replace(HIDDEN, "");
}

/** The address where it is one that a link may lead to; else null. */
export function safeUrl(address: string | null | undefined): URL | null {
  if (!address) return null;
  try {
    const url = new URL(address);
    return LINKED.has(url.protocol) ? url : null;
  } catch {
    return null;
  }
}
