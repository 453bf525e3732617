import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { $api } from "../../api/client";
import { byCursor } from "../../api/pages";
import type { ViewQuery } from "./filters";

const PAGE = 50; // rows

/** The decisions that pass the filters, page after page; the last ones stay until others come. */
export function useDecisions(query: ViewQuery) {
  const found = $api.useInfiniteQuery(
    "get",
    "/api/v1/decisions",
    { params: { query: { ...query, limit: PAGE } } },
    {
      ...byCursor,
      placeholderData: keepPreviousData,
    },
  );
  const decisions = useMemo(
    () => found.data?.pages.flatMap((page) => page.items) ?? [],
    [found.data],
  );
  return { ...found, decisions };
}

/** How many there are of each value under the filters. */
export function useFacets(query: ViewQuery) {
  const filters = { ...query, sort: undefined };
  return $api.useQuery(
    "get",
    "/api/v1/decisions/facets",
    { params: { query: filters } },
    { placeholderData: keepPreviousData },
  );
}
