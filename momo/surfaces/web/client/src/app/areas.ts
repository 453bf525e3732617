import type { RouteObject } from "react-router";

/** What a page area brings: pages for members of a team, and pages for anybody. */
interface Area {
  routes?: RouteObject[];
  bareRoutes?: RouteObject[];
}

const found = import.meta.glob<Area>("../*/routes.tsx", { eager: true });

export const memberRoutes = Object.values(found).flatMap((area) => area.routes ?? []);
export const bareRoutes = Object.values(found).flatMap((area) => area.bareRoutes ?? []);
