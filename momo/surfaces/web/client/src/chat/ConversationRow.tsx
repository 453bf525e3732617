import { Text } from "@mantine/core";
import { Link } from "react-router";
import { InertText } from "../pieces/InertText";
import { When } from "../pieces/When";
import classes from "./chat.module.css";
import { ConversationMenu } from "./ConversationMenu";
import { titleOf } from "./titles";
import type { Conversation } from "./types";

interface Props {
  conversation: Conversation;
  current: boolean;
}

/** A conversation in the list, and what one can do with it. */
export function ConversationRow({ conversation, current }: Props) {
  const title = titleOf(conversation);
  return (
    <div className={classes.row} data-current={current || undefined}>
      <Link
        to={`/ask/${conversation.id}`}
        className={classes.rowLink}
        aria-current={current ? "page" : undefined}
      >
        <Text size="sm" fw={current ? 600 : 450} truncate>
          <InertText>{title}</InertText>
        </Text>
        <When at={conversation.active_at} size="xs" c="dimmed" />
        {conversation.link && (
          <Text span size="xs" c="dimmed">
            {" "}
            · shared
          </Text>
        )}
      </Link>
      <ConversationMenu conversation={conversation} />
    </div>
  );
}
