import { EventSourceParserStream } from "eventsource-parser/stream";
import { csrfToken } from "./client";
import { ApiProblem, problemOf } from "./problem";

/** An event of a stream: its name, and its data as parsed JSON. */
export interface StreamEvent {
  name: string;
  data: unknown;
}

/**
 * Ask for a stream of server-sent events. Ends when the server ends it or `signal` is aborted.
 * Throws ApiProblem where it is refused, and where the stream itself tells of a `problem`.
 */
export async function* events(
  path: string,
  options: { method?: "GET" | "POST"; body?: unknown; signal?: AbortSignal } = {},
): AsyncGenerator<StreamEvent> {
  const { method = "GET", body, signal } = options;
  const response = await fetch(path, {
    method,
    credentials: "same-origin",
    signal: signal ?? null,
    headers: {
      Accept: "text/event-stream",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(method === "GET" ? {} : { "X-CSRFToken": csrfToken() }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok || !response.body) throw await problemOf(response);
  yield* read(response.body);
}

async function* read(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoded = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  const reader = decoded.pipeThrough(new EventSourceParserStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const data: unknown = JSON.parse(value.data);
      if (value.event === "problem") throw streamProblem(data);
      yield { name: value.event ?? "message", data };
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function streamProblem(data: unknown): ApiProblem {
  const body = (data ?? {}) as { status?: number; detail?: string; code?: string };
  return new ApiProblem(body, body.status ?? 500);
}
