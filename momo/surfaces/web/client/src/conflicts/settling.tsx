import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { $api, type Schemas } from "../api/client";
import { messageOf } from "../api/problem";
import { useReread } from "../api/useReread";

export type Conflict = Schemas["ConflictItem"];
export type Holding = Schemas["ConflictHoldsEnum"];

const SAID: Record<Holding, string> = {
  older: "The older one holds; the newer one is superseded by it.",
  newer: "The newer one holds; the older one is superseded.",
  both: "Both hold.",
};

/** Saying which one holds, and taking it back. */
export function useSettling() {
  const reread = useReread();
  const failed = (error: unknown) =>
    notifications.show({ color: "red", title: "Not settled", message: messageOf(error) });
  const resolve = $api.useMutation("post", "/api/v1/conflicts/{conflict_id}/resolve", {
    onError: failed,
    onSettled: reread,
  });
  const reopen = $api.useMutation("post", "/api/v1/conflicts/{conflict_id}/reopen", {
    onError: failed,
    onSettled: reread,
  });

  function takeBack(conflict: Conflict) {
    reopen.mutate({ params: { path: { conflict_id: conflict.id } } });
  }

  function settle(conflict: Conflict, holds: Holding) {
    const path = { conflict_id: conflict.id };
    resolve.mutate({ params: { path }, body: { holds } }, { onSuccess: () => told(holds) });

    function told(which: Holding) {
      const id = notifications.show({
        title: SAID[which],
        message: (
          <Anchor
            component="button"
            size="sm"
            onClick={() => {
              notifications.hide(id);
              takeBack(conflict);
            }}
          >
            Undo
          </Anchor>
        ),
        autoClose: 8000,
      });
    }
  }

  return { settle, takeBack, busy: resolve.isPending || reopen.isPending };
}
