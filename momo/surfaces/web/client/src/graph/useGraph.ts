import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { $api } from "../api/client";
import { changed, filtersOf, type Looking, readAddress } from "./address";
import { type GraphData, merged, NOTHING } from "./model";

const AROUND = 40; // nodes that expanding one brings

/** What the page's address asks to look at, and how to look at something else. */
export function useLooking(): [Looking, (change: Partial<Looking>) => void] {
  const [params, setParams] = useSearchParams();
  const looking = useMemo(() => readAddress(params), [params]);
  const look = (change: Partial<Looking>) =>
    setParams((now) => changed(now, change), { replace: true, preventScrollReset: true });
  return [looking, look];
}

/** The team's graph as filtered, with what is around each node that was expanded. */
export function useGraph(looking: Looking) {
  const picture = $api.useQuery(
    "get",
    "/api/v1/graph",
    { params: { query: filtersOf(looking) } },
    { placeholderData: keepPreviousData },
  );
  // A node that the picture leaves out is brought with what is around it.
  const isKnown = picture.data?.nodes.some((node) => node.id === looking.node) ?? true;
  const wanted = useMemo(() => {
    const ids = looking.node && !isKnown ? [looking.node, ...looking.expanded] : looking.expanded;
    return [...new Set(ids)];
  }, [looking.node, looking.expanded, isKnown]);
  const added = useQueries({
    queries: wanted.map((node_id) =>
      $api.queryOptions("get", "/api/v1/graph/neighborhood/{node_id}", {
        params: { path: { node_id }, query: { hops: looking.hops, limit: AROUND } },
      }),
    ),
    combine: (results) => ({
      graphs: results.flatMap((result) => (result.data ? [result.data] : [])),
      error: results.find((result) => result.error)?.error,
      isPending: results.some((result) => result.isPending),
    }),
  });
  const graph = useMemo<GraphData>(
    () => added.graphs.reduce<GraphData>(merged, picture.data ?? NOTHING),
    [picture.data, added.graphs],
  );
  return { graph, leftOut: picture.data?.left_out ?? 0, picture, added };
}
