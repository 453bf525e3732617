import type { Schemas } from "../api/client";
import { useWatched } from "./useWatched";

export type RunProgress = Schemas["RunProgress"];

/** How far a run is, as it changes; null until the first look. */
export function useRunProgress(runId: string): { run: RunProgress | null; problem: unknown } {
  const { told, problem } = useWatched<RunProgress>(`/api/v1/sync-runs/${runId}/events`);
  return { run: told, problem };
}
