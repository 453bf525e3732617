import { expect, it } from "vitest";
import { waitingIn } from "./backlog";

it("counts what waits over all queues and stages", () => {
  const waiting = { normalize: 0, extract: 3, embed: 4, link: 1 };
  expect(waitingIn({ realtime: { waiting }, backfill: { waiting } })).toBe(16);
});
