import { $api } from "../api/client";

const MOST = 100; // of each that are offered

/** Whom one may ask about: the team's people and its programs. */
export function useActors(): { value: string; label: string }[] {
  const query = { params: { query: { limit: MOST } } };
  const people = $api.useQuery("get", "/api/v1/members", query);
  const agents = $api.useQuery("get", "/api/v1/agents", query);
  return [
    ...(people.data?.items ?? []).map(({ id, name, email }) => ({
      value: id,
      label: name || email,
    })),
    ...(agents.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
}
