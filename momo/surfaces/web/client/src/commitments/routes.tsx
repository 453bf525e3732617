import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "/commitments",
    lazy: async () => ({ Component: (await import("./CommitmentsPage")).CommitmentsPage }),
  },
];
