/** What was read, with the version of it that a change names in `If-Match`. */
export interface Versioned<T> {
  value: T;
  etag: string;
}

/** The answer of an `api.GET`, with its version. */
export function versioned<T>(answer: { data?: T; response: Response }): Versioned<T> {
  if (answer.data === undefined) throw new TypeError("An answer without a body.");
  return { value: answer.data, etag: answer.response.headers.get("ETag") ?? "" };
}

/** The header that lets a change pass only where nobody else changed it since. */
export function ifMatch(etag: string): { "If-Match"?: string } {
  return etag ? { "If-Match": etag } : {};
}
