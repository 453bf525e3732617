import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "/settings",
    lazy: async () => ({ Component: (await import("./SettingsPage")).SettingsPage }),
  },
];
