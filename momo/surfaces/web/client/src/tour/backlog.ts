import type { Schemas } from "../api/client";

type Queues = Record<string, { waiting: Schemas["StageCounts"] }>;

/** How much waits to be read, over all queues and stages. */
export function waitingIn(queues: Queues): number {
  return Object.values(queues)
    .flatMap(({ waiting }) => Object.values(waiting))
    .reduce((sum, count) => sum + count, 0);
}
