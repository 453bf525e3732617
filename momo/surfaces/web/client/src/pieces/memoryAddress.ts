/** Where a memory has its page; without its kind, where a decision has. */
export function memoryAddress(id: string, kind = "decision"): string {
  return kind === "decision" ? `/decisions/${id}` : `/memories/${id}`;
}
