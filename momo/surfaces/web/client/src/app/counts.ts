import { $api } from "../api/client";

const REREAD_MS = 60_000;

/** What waits behind a navigation item, by its address. */
export function useNavigationCounts(): Readonly<Record<string, number>> {
  const { data } = $api.useQuery(
    "get",
    "/api/v1/inbox",
    {},
    { staleTime: REREAD_MS, refetchInterval: REREAD_MS },
  );
  if (!data) return NONE;
  return { "/inbox": data.conflicts + data.awaiting, "/commitments": data.own_overdue };
}

const NONE = {};
