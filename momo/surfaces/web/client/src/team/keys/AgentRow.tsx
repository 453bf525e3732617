import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { $api, api, type Schemas } from "../../api/client";
import { dialogs } from "../../pieces/dialogs";
import { InertText } from "../../pieces/InertText";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Rename } from "../../pieces/Rename";
import { Row, RowButton } from "../../pieces/Row";
import { useAct } from "../../pieces/useAct";
import { When } from "../../pieces/When";

export function AgentRow({
  agent,
  onChanged,
}: {
  agent: Schemas["AgentItem"];
  onChanged: () => Promise<unknown>;
}) {
  const { act, problem, busyWith } = useAct();
  const client = useQueryClient();
  const params = { path: { agent_id: agent.id } };
  const rename = async (name: string) => {
    await api.PATCH("/api/v1/agents/{agent_id}", { params, body: { name } });
    await onChanged();
  };
  const remove = () =>
    act("delete", async () => {
      await api.DELETE("/api/v1/agents/{agent_id}", { params });
      const keys = $api.queryOptions("get", "/api/v1/keys");
      await Promise.all([onChanged(), client.invalidateQueries({ queryKey: keys.queryKey })]);
    });
  const ask = () =>
    dialogs.confirm({
      title: `Delete ${agent.name}?`,
      children: <Text fz="sm">Its keys are refused at once. What it wrote and shared stays.</Text>,
      labels: { confirm: "Delete", cancel: "Cancel" },
      confirmProps: { color: "red" },
      onConfirm: remove,
    });
  return (
    <Row
      actions={
        <>
          <Rename name={agent.name} onRename={rename} />
          <RowButton
            loading={busyWith === "delete"}
            onClick={ask}
            aria-label={`Delete ${agent.name}`}
          >
            Delete
          </RowButton>
        </>
      }
    >
      <Text fw={500}>
        <InertText>{agent.name}</InertText>
      </Text>
      <Text fz="sm" c="dimmed">
        Added <When at={agent.created_at} inherit />
      </Text>
      <ProblemAlert error={problem} />
    </Row>
  );
}
