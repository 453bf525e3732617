import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "team",
    lazy: async () => ({ Component: (await import("./TeamPage")).TeamPage }),
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import("./members/MembersTab")).MembersTab }),
      },
      {
        path: "keys",
        lazy: async () => ({ Component: (await import("./keys/KeysTab")).KeysTab }),
      },
      {
        path: "retention",
        lazy: async () => ({ Component: (await import("./retention/RetentionTab")).RetentionTab }),
      },
      {
        path: "general",
        lazy: async () => ({ Component: (await import("./general/GeneralTab")).GeneralTab }),
      },
    ],
  },
];
