import { Kbd, Modal, Table } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { SHORTCUTS } from "./useShortcuts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

export default function ShortcutList({ opened, onClose }: Props) {
  // It opens once it is there, and so notes where the focus was.
  const isThere = useMounted();
  return (
    <Modal title="Keyboard shortcuts" opened={opened && isThere} onClose={onClose}>
      <Table>
        <Table.Tbody>
          {SHORTCUTS.map(([keys, does]) => (
            <Table.Tr key={keys}>
              <Table.Td w={120}>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
