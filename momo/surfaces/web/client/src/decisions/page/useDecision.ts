import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas } from "../../api/client";
import { ifMatch, versioned } from "../../api/versioned";

export interface Read {
  /** Or another memory, of which what is said of decisions alone is empty. */
  decision: Schemas["MemoryDetail"];
  /** Names the version that was read: what a change is made from. */
  etag: string;
}

const ADDRESS = "/api/v1/memories/{memory_id}";

export function decisionOptions(id: string) {
  return queryOptions({
    queryKey: ["get", ADDRESS, id],
    queryFn: ({ signal }) => readDecision(id, signal),
  });
}

export async function readDecision(id: string, signal?: AbortSignal): Promise<Read> {
  const params = { path: { memory_id: id } };
  const { value, etag } = versioned(await api.GET(ADDRESS, { params, signal }));
  return { decision: value, etag };
}

export function useDecision(id: string) {
  return useQuery(decisionOptions(id));
}

export type Act =
  | { kind: "edit"; changes: Schemas["MemoryChangeRequest"] }
  | { kind: "supersede"; by: string; reason: string }
  | { kind: "reverse"; reason: string }
  | { kind: "restore" | "undo" | "delete" };

/** Change a decision as it was read. Refused with 412 where somebody else did meanwhile. */
export function useAct(id: string, onDone?: (act: Act) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ act, etag }: { act: Act; etag: string }) => carryOut(id, act, etag),
    onSuccess: async (_, { act }) => {
      onDone?.(act);
      const isGone = act.kind === "delete";
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => !(isGone && JSON.stringify(queryKey).includes(id)),
      });
    },
  });
}

async function carryOut(id: string, act: Act, etag: string): Promise<void> {
  const params = { path: { memory_id: id }, header: ifMatch(etag) };
  switch (act.kind) {
    case "edit":
      await api.PATCH(ADDRESS, { params, body: act.changes });
      return;
    case "delete":
      await api.DELETE(ADDRESS, { params });
      return;
    case "supersede": {
      const body = { by: act.by, reason: act.reason };
      await api.POST("/api/v1/decisions/{memory_id}/supersede", { params, body });
      return;
    }
    case "reverse":
      await api.POST("/api/v1/decisions/{memory_id}/reverse", {
        params,
        body: { reason: act.reason },
      });
      return;
    default:
      await api.POST(`/api/v1/decisions/{memory_id}/${act.kind}`, { params });
  }
}
