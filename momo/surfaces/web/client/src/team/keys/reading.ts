import { $api } from "../../api/client";

const ALL = { params: { query: { limit: 100 } } };

export function useAgents() {
  return $api.useQuery("get", "/api/v1/agents", ALL);
}

export function useKeys() {
  return $api.useQuery("get", "/api/v1/keys", ALL);
}
