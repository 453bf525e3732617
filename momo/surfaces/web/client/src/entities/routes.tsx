import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  { path: "entities", lazy: () => import("./EntitiesPage") },
  { path: "entities/suggestions", lazy: () => import("./SuggestionsPage") },
  { path: "entities/:id", lazy: () => import("./EntityPage") },
];
