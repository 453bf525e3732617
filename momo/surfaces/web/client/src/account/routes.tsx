import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "account",
    lazy: async () => ({ Component: (await import("./AccountPage")).AccountPage }),
  },
];
