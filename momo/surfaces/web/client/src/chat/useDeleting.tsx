import { Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { api } from "../api/client";
import { messageOf } from "../api/problem";
import { dialogs } from "../pieces/dialogs";
import type { Conversation } from "./types";

/** Deletes a conversation, once whoever asked for it has said so again. */
export function useDeleting(conversation: Conversation) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { conversationId } = useParams();

  async function remove() {
    const params = { path: { conversation_id: conversation.id } };
    try {
      await api.DELETE("/api/v1/conversations/{conversation_id}", { params });
    } catch (error) {
      notifications.show({ color: "red", message: messageOf(error) });
      return;
    }
    if (conversationId === conversation.id) navigate("/ask");
    await queries.invalidateQueries({ queryKey: ["get", "/api/v1/conversations"] });
  }

  return () =>
    dialogs.confirm({
      title: "Delete this conversation?",
      children: (
        <Text size="sm">
          Its questions and answers are deleted for good, and its link leads nowhere any more. What
          the team decided stays.
        </Text>
      ),
      labels: { confirm: "Delete", cancel: "Cancel" },
      confirmProps: { color: "red" },
      onConfirm: remove,
    });
}
