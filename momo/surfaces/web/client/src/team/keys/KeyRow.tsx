import { Code, Group, Text } from "@mantine/core";
import { api, type Schemas } from "../../api/client";
import { useMe } from "../../api/session";
import { dialogs } from "../../pieces/dialogs";
import { InertText } from "../../pieces/InertText";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Rename } from "../../pieces/Rename";
import { Row, RowButton } from "../../pieces/Row";
import { useAct } from "../../pieces/useAct";
import { Day, When } from "../../pieces/When";
import { useAgents } from "./reading";

type Key = Schemas["KeyItem"];

export function KeyRow({
  apiKey,
  onChanged,
}: {
  apiKey: Key;
  onChanged: (made: Schemas["NewKey"] | null) => Promise<void>;
}) {
  const { act, problem, busyWith } = useAct();
  const mayReplace = useMayReplace(apiKey.principal_id);
  const params = { path: { key_id: apiKey.id } };
  const rename = async (name: string) => {
    await api.PATCH("/api/v1/keys/{key_id}", { params, body: { name } });
    await onChanged(null);
  };
  const rotate = () =>
    act("rotate", async () => {
      const { data } = await api.POST("/api/v1/keys/{key_id}/rotate", { params });
      await onChanged(data ?? null);
    });
  const revoke = () =>
    act("revoke", async () => {
      await api.DELETE("/api/v1/keys/{key_id}", { params });
      await onChanged(null);
    });
  return (
    <Row
      actions={
        <>
          <Rename name={apiKey.name} onRename={rename} />
          {mayReplace && (
            <RowButton
              loading={busyWith === "rotate"}
              aria-label={`Replace the key ${apiKey.name}`}
              onClick={() => ask("Replace", apiKey, rotate)}
            >
              Replace
            </RowButton>
          )}
          <RowButton
            loading={busyWith === "revoke"}
            aria-label={`Revoke the key ${apiKey.name}`}
            onClick={() => ask("Revoke", apiKey, revoke)}
          >
            Revoke
          </RowButton>
        </>
      }
    >
      <Group gap="xs">
        <Text fw={500}>
          <InertText>{apiKey.name}</InertText>
        </Text>
        <Code fz="xs">momo_{apiKey.prefix}</Code>
      </Group>
      <Text fz="sm" c="dimmed">
        <Holder id={apiKey.principal_id} /> {apiKey.scopes.join(", ")};{" "}
        {apiKey.last_used_at ? (
          <>
            last used <When at={apiKey.last_used_at} inherit />
          </>
        ) : (
          "not used yet"
        )}
        {apiKey.expires_at && (
          <>
            , valid until <Day on={apiKey.expires_at} inherit />
          </>
        )}
      </Text>
      <ProblemAlert error={problem} />
    </Row>
  );
}

// Whoever is shown a key can act as whom it belongs to: another person's can be revoked alone.
function useMayReplace(id: string) {
  const me = useMe();
  const agent = useAgent(id);
  return id === me.id || agent !== undefined;
}

function useAgent(id: string) {
  return useAgents().data?.items.find((each) => each.id === id);
}

function Holder({ id }: { id: string }) {
  const me = useMe();
  const agent = useAgent(id);
  if (id === me.id) return "Acts as you;";
  return agent ? <>Acts as {agent.name};</> : "Acts as another member;";
}

function ask(what: "Replace" | "Revoke", key: Key, deed: () => void) {
  dialogs.confirm({
    title: `${what} the key ${key.name}?`,
    children: (
      <Text fz="sm">
        Programs that use it are refused at once
        {what === "Replace" ? ", until they have the new one, which may do the same." : "."}
      </Text>
    ),
    labels: { confirm: what, cancel: "Cancel" },
    confirmProps: { color: "red" },
    onConfirm: deed,
  });
}
