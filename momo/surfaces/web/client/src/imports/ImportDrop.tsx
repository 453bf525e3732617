import "@mantine/dropzone/styles.css";
import { Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconFolderOpen, IconUpload, IconX } from "@tabler/icons-react";
import { useCallback, useRef, useState } from "react";
import { ImportCard } from "./ImportCard";
import classes from "./ImportDrop.module.css";
import { type Picked, sorted } from "./picked";
import type { RunProgress } from "./useRunProgress";

interface Entry {
  key: number;
  picked: Picked;
}

/**
 * Drop an mbox, a Slack export, a folder of decision records, or pick one; then see it read.
 * `onFinished` is told of each run that was read and worked through.
 */
export function ImportDrop({ onFinished }: { onFinished?: (run: RunProgress) => void }) {
  const [entries, setEntries] = useState<Entry[]>([]);
  const next = useRef(0);
  const add = useCallback((files: readonly File[]) => {
    const found = sorted(files).map((picked) => ({ key: next.current++, picked }));
    setEntries((before) => [...found, ...before]);
  }, []);
  const remove = useCallback(
    (key: number) => setEntries((before) => before.filter((each) => each.key !== key)),
    [],
  );
  return (
    <Stack gap="md">
      <DropHere onFiles={add} />
      {entries.map(({ key, picked }) => (
        <ImportCard
          key={key}
          picked={picked}
          onRemove={() => remove(key)}
          {...(onFinished ? { onFinished } : {})}
        />
      ))}
    </Stack>
  );
}

function DropHere({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const open = useRef<() => void>(null);
  return (
    <Dropzone
      onDrop={onFiles}
      openRef={open}
      activateOnClick={false}
      activateOnKeyboard={false}
      className={classes.drop ?? ""}
      inputProps={{ "aria-label": "Files to import", tabIndex: -1 }}
      tabIndex={-1}
    >
      <Stack align="center" gap="sm" className={classes.inside ?? ""}>
        <Dropzone.Reject>
          <IconX size={36} stroke={1.4} aria-hidden />
        </Dropzone.Reject>
        <Dropzone.Idle>
          <IconUpload size={36} stroke={1.4} aria-hidden />
        </Dropzone.Idle>
        <Dropzone.Accept>
          <IconUpload size={36} stroke={1.4} aria-hidden />
        </Dropzone.Accept>
        <Text fw={600}>Drop an export here</Text>
        <Text size="sm" c="dimmed" ta="center" maw="52ch">
          A mailbox (mbox), a Slack, Notion or Discord export, a folder of decision records, or
          notes. Momo recognizes the format.
        </Text>
        <Group gap="xs" justify="center">
          <Button onClick={() => open.current?.()}>Choose files</Button>
          <ChooseFolder onFiles={onFiles} />
        </Group>
      </Stack>
    </Dropzone>
  );
}

function ChooseFolder({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <FileButton
      multiple
      onChange={onFiles}
      inputProps={{ webkitdirectory: "", "aria-label": "Folder to import" } as object}
    >
      {(props) => (
        <Button variant="default" leftSection={<IconFolderOpen size={16} aria-hidden />} {...props}>
          Choose a folder
        </Button>
      )}
    </FileButton>
  );
}
