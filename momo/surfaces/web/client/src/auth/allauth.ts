import { csrfToken } from "../api/client";
import { ApiProblem } from "../api/problem";

const BASE = "/_allauth/browser/v1";

/** A step that signing in waits for, or may begin with. */
export interface Flow {
  id: string;
  is_pending?: boolean;
  types?: string[];
}

export interface Answer<Data = unknown, Meta = Record<string, unknown>> {
  status: number;
  data: Data;
  meta: Meta;
}

interface Body {
  status: number;
  /** Where it was refused before allauth read it: a problem of ours. */
  detail?: string;
  data?: unknown;
  meta?: { is_authenticated?: boolean };
  errors?: { message: string; param?: string; code?: string }[];
}

/** What was asked for needs a password that was given just now. */
export class NotConfirmed extends Error {}

/**
 * Ask django-allauth, which signs people in. An answer that waits for something more (401) or has
 * nothing yet (404) is an answer; every other refusal is thrown as an ApiProblem.
 */
export async function ask<Data = unknown, Meta = Record<string, unknown>>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<Data, Meta>> {
  if (method !== "GET" && !csrfToken()) await fetch(`${BASE}/config`);
  const response = await fetch(`${BASE}/${path}`, {
    method,
    credentials: "same-origin",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken(), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer: Body = await response.json().catch(() => ({ status: response.status }));
  if (response.status === 401 && answer.meta?.is_authenticated) throw new NotConfirmed();
  if (response.ok || response.status === 401 || response.status === 404) {
    return { status: response.status, data: answer.data as Data, meta: answer.meta as Meta };
  }
  throw refusal(answer, response.status);
}

/** The same on a page that only signed-in people reach. */
export async function askSignedIn<Data = unknown, Meta = Record<string, unknown>>(
  ...args: Parameters<typeof ask>
): Promise<Answer<Data, Meta>> {
  const answer = await ask<Data, Meta>(...args);
  if (answer.status === 401) throw new ApiProblem({ detail: "Sign in again." }, 401);
  return answer;
}

const SAID: Record<number, string> = {
  403: "Sign-up is by invitation: ask a member of the team to invite you.",
  409: "This is not possible now. Reload the page and try again.",
  429: "Too many tries. Wait a minute, then try again.",
};

function refusal(body: Body, status: number): ApiProblem {
  const errors = body.errors ?? [];
  const general = errors.find((error) => !error.param)?.message;
  return new ApiProblem(
    {
      detail: body.detail ?? general ?? SAID[status] ?? errors[0]?.message,
      code: errors[0]?.code,
      errors: errors
        .filter((error) => error.param)
        .map((error) => ({ field: error.param ?? "", message: error.message })),
    },
    status,
  );
}
