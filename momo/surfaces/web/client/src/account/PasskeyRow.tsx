import { Box, Button, Group, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useAct } from "../pieces/useAct";
import { When } from "../pieces/When";
import { useConfirmed, wasCancelled } from "./Confirming";
import { type Authenticator, removePasskey, renamePasskey, useReadAgain } from "./security";

export function PasskeyRow({ passkey }: { passkey: Authenticator }) {
  const { id = 0, name = "" } = passkey;
  const confirmed = useConfirmed();
  const readAgain = useReadAgain();
  const { act, problem, busyWith } = useAct();
  const [newName, setNewName] = useState<string | null>(null);
  const rename = () =>
    act("rename", async () => {
      await confirmed(() => renamePasskey(id, newName ?? name));
      setNewName(null);
      await readAgain();
    });
  const remove = () =>
    act("remove", async () => {
      await confirmed(() => removePasskey(id));
      await readAgain();
    });
  return (
    <>
      <ProblemAlert error={wasCancelled(problem) ? null : problem} />
      <Group justify="space-between" gap="sm">
        {newName === null ? (
          <Box miw={0}>
            <Text fw={500}>{name}</Text>
            <Text fz="sm" c="dimmed">
              <LastUsed passkey={passkey} />
            </Text>
          </Box>
        ) : (
          <TextInput
            aria-label={`New name of ${name}`}
            value={newName}
            onChange={(event) => setNewName(event.currentTarget.value)}
            maxLength={100}
            flex={1}
          />
        )}
        <Group gap="xs">
          {newName === null ? (
            <Button variant="default" size="xs" onClick={() => setNewName(name)}>
              Rename
            </Button>
          ) : (
            <Button size="xs" onClick={rename} loading={busyWith === "rename"} disabled={!newName}>
              Save
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            onClick={remove}
            loading={busyWith === "remove"}
            aria-label={`Remove ${name}`}
          >
            Remove
          </Button>
        </Group>
      </Group>
    </>
  );
}

function LastUsed({ passkey }: { passkey: Authenticator }) {
  const at = passkey.last_used_at ?? passkey.created_at;
  return (
    <>
      {passkey.last_used_at ? "Last used " : "Added "}
      <When at={new Date(at * 1000).toISOString()} inherit />
    </>
  );
}
