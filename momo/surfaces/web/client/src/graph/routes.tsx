import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "graph",
    lazy: async () => ({ Component: (await import("./GraphPage")).GraphPage }),
  },
];
