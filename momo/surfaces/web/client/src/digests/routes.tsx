import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "/digests",
    lazy: async () => ({ Component: (await import("./DigestsPage")).DigestsPage }),
  },
];
