/**
 * For `$api.useInfiniteQuery` on any list of the API. The first page has no cursor: null, as the
 * library makes 0 of undefined.
 */
export const byCursor = {
  pageParamName: "cursor",
  initialPageParam: null,
  getNextPageParam: (page: { next: string | null }) => page.next,
};
