import { ActionIcon, Group, Title, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconMessages, IconPlus } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { useEver } from "../pieces/useEver";
import { InertText } from "../pieces/InertText";
import { withoutHiddenMarks } from "../pieces/inert";
import classes from "./chat.module.css";
import { ConversationMenu } from "./ConversationMenu";
import { hasMouse } from "./layout";
import { titleOf } from "./titles";
import type { Conversation } from "./types";

const ConversationDrawer = lazy(() => import("./ConversationDrawer"));

interface Props {
  conversation: Conversation | undefined;
  /** Whether the list of conversations stands beside it. */
  listed: boolean;
}

/** What the conversation is called, and the way to the others where they have no room beside it. */
export function ChatHeader({ conversation, listed }: Props) {
  const title = conversation ? titleOf(conversation) : "Ask";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${withoutHiddenMarks(title)} · Momo`;
  }, [title]);
  useEffect(() => {
    if (!hasMouse()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Group className={classes.header} gap="xs" wrap="nowrap">
      {!listed && <Others current={conversation?.id} />}
      <Title order={1} size="h5" lineClamp={1} flex={1} tabIndex={-1} ref={heading}>
        <InertText>{title}</InertText>
      </Title>
      {conversation && <ConversationMenu conversation={conversation} />}
    </Group>
  );
}

function Others({ current }: { current: string | undefined }) {
  const [opened, { open, close }] = useDisclosure();
  const isWanted = useEver(opened);
  const { pathname } = useLocation();
  useEffect(close, [pathname, close]);
  return (
    <>
      <Tooltip label="Conversations">
        <ActionIcon variant="subtle" color="gray" aria-label="Conversations" onClick={open}>
          <IconMessages size={19} />
        </ActionIcon>
      </Tooltip>
      {current && (
        <Tooltip label="New conversation">
          <ActionIcon
            variant="subtle"
            color="gray"
            component={Link}
            to="/ask"
            aria-label="New conversation"
          >
            <IconPlus size={19} />
          </ActionIcon>
        </Tooltip>
      )}
      <Suspense fallback={null}>
        {isWanted && <ConversationDrawer opened={opened} onClose={close} current={current} />}
      </Suspense>
    </>
  );
}
