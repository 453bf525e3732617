import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "/import",
    lazy: async () => ({ Component: (await import("./ImportPage")).ImportPage }),
  },
];
