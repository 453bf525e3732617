import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  { path: "decisions", lazy: () => import("./list/ListPage") },
  { path: "decisions/new", lazy: () => import("./form/NewPage") },
  { path: "decisions/:id", lazy: () => import("./page/DecisionPage") },
  { path: "memories/:id", lazy: () => import("./page/DecisionPage") },
];
