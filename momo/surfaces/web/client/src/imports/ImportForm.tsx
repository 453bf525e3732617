import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../api/client";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useAct } from "../pieces/useAct";
import { type FileKind, type KindName, useFileKinds } from "./kinds";
import type { Upload } from "./upload";
import { type Chosen, VisibilityChoice } from "./VisibilityChoice";

/** What it is and who sees it, before it is read. */
export function ImportForm({
  upload,
  onStarted,
  onDiscarded,
}: {
  upload: Upload;
  onStarted: (runId: string) => void;
  onDiscarded: () => void;
}) {
  const kinds = useFileKinds();
  const [kind, setKind] = useState<KindName | null>(upload.kind as KindName | null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { act, problem, busyWith } = useAct();
  const found = kinds.find((each) => each.kind === kind);
  const visibility = chosen ?? usual(found);
  const start = async () => {
    if (!kind) return;
    const { data } = await api.POST("/api/v1/sync-runs", {
      body: { upload: upload.id, kind, visibility },
    });
    if (data) onStarted(data.id);
  };
  const discard = async () => {
    await api.DELETE("/api/v1/uploads/{upload_id}", {
      params: { path: { upload_id: upload.id } },
    });
    onDiscarded();
  };
  return (
    <Stack gap="md">
      <WhatItIs upload={upload} kinds={kinds} kind={kind} onChange={setKind} />
      <VisibilityChoice value={visibility} onChange={setChosen} />
      <ProblemAlert error={problem} />
      <Group gap="xs">
        <Button disabled={!kind} loading={busyWith === "start"} onClick={() => act("start", start)}>
          Import
        </Button>
        <Button
          variant="default"
          loading={busyWith === "discard"}
          onClick={() => act("discard", discard)}
        >
          Discard
        </Button>
      </Group>
    </Stack>
  );
}

function usual(kind: FileKind | undefined): Chosen {
  return kind?.default_visibility === "shared" ? "shared" : "private";
}

function WhatItIs({
  upload,
  kinds,
  kind,
  onChange,
}: {
  upload: Upload;
  kinds: FileKind[];
  kind: KindName | null;
  onChange: (kind: KindName) => void;
}) {
  const about = upload.expected > 0 ? ` About ${upload.expected.toLocaleString()} entries.` : "";
  const said = upload.kind
    ? `Recognized.${about} Change it if that is wrong.`
    : "Momo does not recognize it: say what it is.";
  const description = kinds.find((each) => each.kind === kind)?.description;
  return (
    <div>
      <Select
        label="What it is"
        description={said}
        placeholder="Choose"
        data={kinds.map((each) => ({ value: each.kind, label: each.title }))}
        value={kind}
        onChange={(value) => value && onChange(value as KindName)}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
      />
      {description && !upload.kind && (
        <Text size="sm" c="dimmed" mt={6}>
          {description}
        </Text>
      )}
    </div>
  );
}
