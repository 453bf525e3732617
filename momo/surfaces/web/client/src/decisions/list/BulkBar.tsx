import {
  Button,
  CloseButton,
  Group,
  Menu,
  Modal,
  Paper,
  Stack,
  TagsInput,
  Text,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type { Schemas } from "../../api/client";
import { dialogs } from "../../pieces/dialogs";
import { STATUSES } from "../words";
import classes from "./BulkBar.module.css";
import { useBulk } from "./useBulk";

type Change = Partial<Schemas["BulkChangeRequest"]>;

/** What one can do with all that are selected. */
export function BulkBar({ ids, onClear }: { ids: string[]; onClear: () => void }) {
  const { apply, isPending } = useBulk(ids, onClear);
  const [tagging, { open, close }] = useDisclosure();
  if (!ids.length) return null;
  return (
    <Paper
      className={classes.bar}
      withBorder
      shadow="md"
      p="xs"
      role="region"
      aria-label="Selected"
    >
      <Group gap="xs">
        <Text size="sm" fw={600} className="tabular" role="status">
          {ids.length} selected
        </Text>
        <Button size="xs" variant="default" onClick={open} loading={isPending}>
          Tags
        </Button>
        <ChangeMenu onChange={apply} />
        <Button size="xs" variant="default" onClick={() => apply({ archive: true })}>
          Archive
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          onClick={() => confirmDeletion(ids.length, () => apply({ delete: true }))}
        >
          Delete
        </Button>
        <CloseButton aria-label="Select none" onClick={onClear} ml="auto" />
      </Group>
      <Modal opened={tagging} onClose={close} title={`Tag ${ids.length} decisions`}>
        <TagForm
          onDone={(change) => {
            close();
            apply(change);
          }}
        />
      </Modal>
    </Paper>
  );
}

function ChangeMenu({ onChange }: { onChange: (change: Change) => void }) {
  return (
    <Menu>
      <Menu.Target>
        <Button size="xs" variant="default">
          Change
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Status</Menu.Label>
        {Object.entries(STATUSES).map(([status, label]) => (
          <Menu.Item
            key={status}
            onClick={() => onChange({ status: status as NonNullable<Change["status"]> })}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Label>Seen by</Menu.Label>
        <Menu.Item onClick={() => onChange({ visibility: "shared" })}>The team</Menu.Item>
        <Menu.Item onClick={() => onChange({ visibility: "private" })}>Only you</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => onChange({ archive: false })}>Take out of the archive</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function TagForm({ onDone }: { onDone: (change: Change) => void }) {
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  return (
    <Stack>
      <TagsInput label="Add" value={add} onChange={setAdd} data-autofocus />
      <TagsInput label="Take away" value={remove} onChange={setRemove} />
      <Button
        disabled={!add.length && !remove.length}
        onClick={() => onDone({ tags_add: add, tags_remove: remove })}
      >
        Apply
      </Button>
    </Stack>
  );
}

function confirmDeletion(count: number, onConfirm: () => void) {
  dialogs.confirm({
    title: `Delete ${count} ${count === 1 ? "decision" : "decisions"}?`,
    children: "This cannot be undone. What they had replaced holds again.",
    labels: { confirm: "Delete", cancel: "Keep them" },
    confirmProps: { color: "red" },
    onConfirm,
  });
}
