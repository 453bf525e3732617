import { ActionIcon, Menu, Skeleton } from "@mantine/core";
import { IconDots, IconPencil, IconShare, IconTrash } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense } from "react";
import { dialogs } from "../pieces/dialogs";
import { titleOf } from "./titles";
import type { Conversation } from "./types";
import { useDeleting } from "./useDeleting";

const RenameForm = lazy(() => import("./RenameForm"));
const ShareDialog = lazy(() => import("./ShareDialog"));

/** What one can do with a conversation. */
export function ConversationMenu({ conversation }: { conversation: Conversation }) {
  const remove = useDeleting(conversation);
  const title = titleOf(conversation);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`What to do with “${title}”`}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={15} />}
          onClick={() =>
            dialogs.open({
              title: "Rename",
              children: loaded(<RenameForm conversation={conversation} />),
            })
          }
        >
          Rename
        </Menu.Item>
        <Menu.Item
          leftSection={<IconShare size={15} />}
          onClick={() =>
            dialogs.open({
              title: "Share within the team",
              children: loaded(<ShareDialog conversation={conversation} />),
            })
          }
        >
          Share
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={remove}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function loaded(children: ReactNode) {
  return <Suspense fallback={<Skeleton height={140} />}>{children}</Suspense>;
}
