import { ActionIcon, Group, Paper, Stack, Text } from "@mantine/core";
import { IconFile, IconFolder, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { InertText } from "../pieces/InertText";
import { ImportForm } from "./ImportForm";
import { type Picked, sizeOf } from "./picked";
import { RunCard } from "./RunCard";
import { Uploading } from "./Uploading";
import type { Upload } from "./upload";
import type { RunProgress } from "./useRunProgress";

/** One import from the drop to the end: it arrives, its owner says what it is, it is read. */
export function ImportCard({
  picked,
  onRemove,
  onFinished,
}: {
  picked: Picked;
  onRemove: () => void;
  onFinished?: (run: RunProgress) => void;
}) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const [runId, setRunId] = useState<string | null>(null);
  return (
    <Paper component="article" withBorder p="md" aria-label={picked.name}>
      <Stack gap="md">
        <Title picked={picked} onRemove={runId ? onRemove : null} />
        {!upload && <Uploading picked={picked} onDone={setUpload} onStop={onRemove} />}
        {upload && !runId && (
          <ImportForm upload={upload} onStarted={setRunId} onDiscarded={onRemove} />
        )}
        {runId && <RunCard runId={runId} {...(onFinished ? { onFinished } : {})} />}
      </Stack>
    </Paper>
  );
}

function Title({ picked, onRemove }: { picked: Picked; onRemove: (() => void) | null }) {
  const Icon = picked.isFolder ? IconFolder : IconFile;
  const count = picked.isFolder ? `${picked.files.length.toLocaleString()} files, ` : "";
  return (
    <Group gap="xs" wrap="nowrap">
      <Icon size={20} stroke={1.6} aria-hidden style={{ flexShrink: 0 }} />
      <Text fw={600} truncate>
        <InertText>{picked.name}</InertText>
      </Text>
      <Text size="sm" c="dimmed" className="tabular" style={{ flexShrink: 0 }}>
        {count}
        {sizeOf(picked.bytes)}
      </Text>
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          ml="auto"
          onClick={onRemove}
          aria-label={`Hide ${picked.name}`}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
