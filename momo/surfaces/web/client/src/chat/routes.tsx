import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "ask/shared/:link",
    lazy: async () => ({ Component: (await import("./SharedPage")).SharedPage }),
  },
  {
    // One route for a new conversation and for one that is kept: the first becomes the second
    // while its first answer is written.
    path: "ask/:conversationId?",
    lazy: async () => ({ Component: (await import("./ChatPage")).ChatPage }),
  },
];
