import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "dashboard",
    lazy: async () => ({ Component: (await import("./DashboardPage")).DashboardPage }),
  },
];
