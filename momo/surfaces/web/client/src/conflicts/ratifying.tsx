import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { $api, type Schemas } from "../api/client";
import { useReread } from "../api/useReread";

export type Awaiting = Schemas["AwaitingItem"];
type Word = Schemas["RatifyBodyRequest"];

const SAID: Record<Word["verdict"], string> = {
  confirm: "Confirmed",
  edit: "Corrected",
  reject: "Rejected; the decision is reversed",
};

/** Saying of a decision that it is right, is not, or how it is; and taking that back. */
export function useRatifying(decision: Awaiting) {
  const reread = useReread();
  const params = { path: { memory_id: decision.id } };
  const withdraw = $api.useMutation("delete", "/api/v1/decisions/{memory_id}/ratify", {
    onSuccess: reread,
  });
  const ratify = $api.useMutation("post", "/api/v1/decisions/{memory_id}/ratify", {
    onSuccess: (_, { body }) => {
      void reread();
      told(body.verdict);
    },
  });

  function told(verdict: Word["verdict"]) {
    const undo = () => {
      notifications.hide(id);
      withdraw.mutate({ params });
    };
    const id = notifications.show({
      title: SAID[verdict],
      // An edit stays when the word on it is taken back.
      message: verdict !== "edit" && (
        <Anchor component="button" size="sm" onClick={undo}>
          Undo
        </Anchor>
      ),
      autoClose: 8000,
    });
  }

  return {
    say: (word: Word, done?: () => void) =>
      ratify.mutate({ params, body: word }, done && { onSuccess: done }),
    busy: ratify.isPending,
    error: ratify.error,
  };
}
