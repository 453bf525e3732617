import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/client";
import { messageOf } from "../api/problem";
import type { Exchange, Fault } from "./types";
import { EXCHANGES } from "./useAsking";

type Judgement = { thumb: "up" | "down"; fault: Fault | "" } | null;

const AT = "/api/v1/conversations/{conversation_id}/exchanges/{exchange_id}/feedback";

/** Giving an answer a thumb, and taking it back. */
export function useJudging({ id, conversation_id }: Exchange) {
  const queries = useQueryClient();
  const params = { path: { conversation_id, exchange_id: id } };
  const { mutate, isPending } = useMutation({
    mutationFn: async (judgement: Judgement) => {
      if (judgement) await api.PUT(AT, { params, body: judgement });
      else await api.DELETE(AT, { params });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["get", EXCHANGES] }),
    onError: (error) => notifications.show({ color: "red", message: messageOf(error) }),
  });
  return { judge: mutate, busy: isPending };
}
