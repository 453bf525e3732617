import { useCallback } from "react";
import { api } from "../api/client";
import { forgetAll } from "../api/session";

/** Act in another team from now on. Nothing that was read of the former one stays. */
export function useSwitchTeam(): (team: string) => Promise<void> {
  return useCallback(async (team: string) => {
    await api.POST("/api/v1/auth/team", { body: { team } });
    forgetAll();
  }, []);
}
