import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "/webhooks",
    lazy: async () => ({ Component: (await import("./WebhooksPage")).WebhooksPage }),
  },
  {
    path: "/webhooks/:id",
    lazy: async () => ({ Component: (await import("./EndpointPage")).EndpointPage }),
  },
];
