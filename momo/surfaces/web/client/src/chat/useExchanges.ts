import { $api } from "../api/client";
import { byCursor } from "../api/pages";
import { EXCHANGES } from "./useAsking";

const AT_ONCE = 30; // exchanges a page: more than is read at once
const LOOK_AGAIN_MS = 1_000; // while one is being answered, here or in another window

/** What was said in a conversation, oldest first, a page at a time from the latest on. */
export function useExchanges(conversationId: string | undefined) {
  const pages = $api.useInfiniteQuery(
    "get",
    EXCHANGES,
    { params: { path: { conversation_id: conversationId ?? "" }, query: { limit: AT_ONCE } } },
    {
      ...byCursor,
      enabled: Boolean(conversationId),
      refetchInterval: (query) => {
        const latest = query.state.data?.pages[0]?.items[0];
        return latest?.state === "asking" ? LOOK_AGAIN_MS : false;
      },
    },
  );
  const exchanges = pages.data?.pages.flatMap((page) => page.items).reverse() ?? [];
  return { pages, exchanges };
}
