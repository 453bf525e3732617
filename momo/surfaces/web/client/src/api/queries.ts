import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./problem";

const FRESH_MS = 15_000; // what was just read is not asked for again
const RETRIES = 2;

/** Told when the session has ended while the page was open. */
export const signedOut = new EventTarget();

function heed(error: unknown): void {
  if (error instanceof ApiProblem && error.isSignedOut) signedOut.dispatchEvent(new Event("ended"));
}

/** Refusals stand; only what did not get through is tried again. */
function worthRetrying(failures: number, error: unknown): boolean {
  if (error instanceof ApiProblem && error.status < 500) return false;
  return failures < RETRIES;
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: heed }),
  mutationCache: new MutationCache({ onError: heed }),
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: worthRetrying },
    mutations: { retry: false },
  },
});
