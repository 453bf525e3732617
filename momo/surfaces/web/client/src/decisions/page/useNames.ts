import { $api } from "../../api/client";
import { useMe } from "../../api/session";

const MOST = 100;

/** What members are called by their ids; somebody who left has no name any more. */
export function useNames(): (principal: string | null) => string {
  const me = useMe();
  const { data } = $api.useQuery("get", "/api/v1/members", { params: { query: { limit: MOST } } });
  const names = new Map((data?.items ?? []).map((member) => [member.id, member.name]));
  return (principal) => {
    if (!principal) return "";
    return principal === me.id ? "You" : names.get(principal) || "Somebody";
  };
}
