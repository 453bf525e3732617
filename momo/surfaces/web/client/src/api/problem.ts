import type { components } from "./schema";

type ProblemBody = components["schemas"]["Problem"];

/** What the API answers when it refuses: problem details (RFC 9457), as an error to throw. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  /** What is wrong with which field, as far as it is known. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds until it may be tried again, where the server said so. */
  readonly retryAfter: number | null;

  constructor(body: Partial<ProblemBody>, status: number, retryAfter: number | null = null) {
    super(body.detail || "Momo did not answer as expected. Please try again.");
    this.name = "ApiProblem";
    this.status = status;
    this.code = body.code ?? "";
    this.fields = Object.fromEntries((body.errors ?? []).map((e) => [e.field, e.message]));
    this.retryAfter = retryAfter;
  }

  get isSignedOut(): boolean {
    return this.status === 401 || this.code === "not_authenticated";
  }
}

/** The problem that an answer tells of; also where its body is none of ours, as from a proxy. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: Partial<ProblemBody> = await response
    .clone()
    .json()
    .catch(() => ({}));
  const wait = Number(response.headers.get("Retry-After"));
  return new ApiProblem(body, response.status, Number.isFinite(wait) && wait > 0 ? wait : null);
}

/** What to show for any error. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.message;
  if (error instanceof TypeError) return "Momo cannot be reached. Check the connection and retry.";
  return "Something went wrong on this page. Reload it and try again.";
}
