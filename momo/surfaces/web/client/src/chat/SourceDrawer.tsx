import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";

/** A source drawn over the answer from below. */
export default function SourceDrawer({
  onClose,
  children,
}: {
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Drawer.Root opened onClose={onClose} position="bottom" size="72%">
      <Drawer.Overlay />
      <Drawer.Content aria-label="Source">
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
