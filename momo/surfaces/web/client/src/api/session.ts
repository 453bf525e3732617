import { useSuspenseQuery } from "@tanstack/react-query";
import { $api, type Schemas } from "./client";
import { ApiProblem } from "./problem";
import { queryClient } from "./queries";

export type Me = Schemas["Me"];

const me = $api.queryOptions("get", "/api/v1/auth/me");

/** Who is signed in; null where nobody is. */
export async function currentPerson(): Promise<Me | null> {
  try {
    return await queryClient.ensureQueryData(me);
  } catch (error) {
    if (error instanceof ApiProblem && error.isSignedOut) return null;
    throw error;
  }
}

/** Who is signed in, on a page that only they reach. */
export function useMe(): Me {
  return useSuspenseQuery(me).data;
}

/** Whether they may manage the team. */
export function useIsAdmin(): boolean {
  const role = useMe().team?.role;
  return role === "owner" || role === "admin";
}

/** Forget all that was read: another person, or another team, reads from now on. */
export function forgetAll(): void {
  queryClient.clear();
}
