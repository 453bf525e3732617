import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/**
 * Read again what is shown, and all else when it is next looked at: what is below an address of
 * the API, or everything, as after a change of a memory, which lists, counts and answers rest on.
 */
export function useReread(below?: string): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => {
    if (!below) return client.invalidateQueries();
    return client.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[1]).startsWith(below),
    });
  }, [client, below]);
}
