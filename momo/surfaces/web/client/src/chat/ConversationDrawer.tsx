import { Drawer } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { ConversationList } from "./ConversationList";

/** The conversations where they have no room beside the one that is read. */
export default function ConversationDrawer({
  opened,
  onClose,
  current,
}: {
  opened: boolean;
  onClose: () => void;
  current: string | undefined;
}) {
  // It opens once it is there, and so notes where the focus was.
  const isThere = useMounted();
  return (
    <Drawer
      opened={opened && isThere}
      onClose={onClose}
      title="Conversations"
      size="min(320px, 88%)"
    >
      <ConversationList current={current} />
    </Drawer>
  );
}
