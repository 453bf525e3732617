import { useEffect, useState } from "react";
import { ApiProblem } from "../api/problem";
import { events } from "../api/sse";

const AGAIN_MS = 3_000; // after a stream that ended early or broke off

interface Watched<Told> {
  path: string | null;
  told: Told | null;
  isDone: boolean;
  problem: unknown;
}

/**
 * What the server tells of something that goes on, the last of it, until it is done. A stream that
 * ends before, or breaks off, is asked for again; a refusal stands. `path` null: nothing to watch;
 * another path begins anew.
 */
export function useWatched<Told>(path: string | null): Omit<Watched<Told>, "path"> {
  const nothing: Watched<Told> = { path, told: null, isDone: false, problem: null };
  const [watched, setWatched] = useState(nothing);
  useEffect(() => {
    if (path === null) return;
    const stop = new AbortController();
    const note = (news: Partial<Watched<Told>>) => {
      if (stop.signal.aborted) return;
      setWatched((before) => ({ ...(before.path === path ? before : EMPTY), path, ...news }));
    };
    follow<Told>(path, stop.signal, (told) => note({ told })).then(
      () => note({ isDone: true }),
      (problem: unknown) => note({ problem }),
    );
    return () => stop.abort();
  }, [path]);
  return watched.path === path ? watched : nothing;
}

const EMPTY = { told: null, isDone: false, problem: null };

async function follow<Told>(path: string, signal: AbortSignal, tell: (told: Told) => void) {
  while (!signal.aborted && !(await once(path, signal, tell)));
}

/** One stream. Whether it ended because all is done. Throws ApiProblem where it is refused. */
async function once<Told>(
  path: string,
  signal: AbortSignal,
  tell: (told: Told) => void,
): Promise<boolean> {
  try {
    for await (const { name, data } of events(path, { signal })) {
      tell(data as Told);
      if (name === "done") return true;
    }
  } catch (error) {
    if (signal.aborted) return false;
    if (error instanceof ApiProblem && error.status < 500 && error.status !== 429) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  return false;
}
