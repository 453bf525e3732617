/** Whether a summary says more than the quote that is shown beside it. */
export function addsTo(quote: string, summary: string): boolean {
  const words = (text: string) => text.replace(/\s+/g, " ").trim();
  return summary !== "" && !words(quote).includes(words(summary));
}
