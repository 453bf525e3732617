import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "/integrations",
    lazy: async () => ({ Component: (await import("./IntegrationsPage")).IntegrationsPage }),
  },
  {
    path: "/integrations/connected",
    lazy: async () => ({ Component: (await import("./ConnectedPage")).ConnectedPage }),
  },
  {
    path: "/integrations/people",
    lazy: async () => ({ Component: (await import("./PeoplePage")).PeoplePage }),
  },
  {
    path: "/integrations/connect/:kind",
    lazy: async () => ({ Component: (await import("./ConnectPage")).ConnectPage }),
  },
  {
    path: "/integrations/:id",
    lazy: async () => ({ Component: (await import("./SourcePage")).SourcePage }),
  },
];
