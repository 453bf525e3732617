import { $api } from "../api/client";

const MOST = 100; // members that are read; of others the name is left out

/** What the team's members are called, by their ids. */
export function useMemberNames(): Readonly<Record<string, string>> {
  const { data } = $api.useQuery("get", "/api/v1/members", { params: { query: { limit: MOST } } });
  const known = data?.items.map((member) => [member.id, member.name || member.email]) ?? [];
  return Object.fromEntries(known);
}
