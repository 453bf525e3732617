import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "/inbox",
    lazy: async () => ({ Component: (await import("./InboxPage")).InboxPage }),
  },
];
