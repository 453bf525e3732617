import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { versioned } from "../../api/versioned";

/** The team with its version, which a change of it names. */
export function theTeam(id: string) {
  return queryOptions({
    queryKey: ["team", id],
    queryFn: async () =>
      versioned(await api.GET("/api/v1/teams/{team_id}", { params: { path: { team_id: id } } })),
  });
}
