import { Text } from "@mantine/core";
import { $api, api, type Schemas } from "../../api/client";
import { useIsAdmin } from "../../api/session";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Row, RowButton } from "../../pieces/Row";
import { useAct } from "../../pieces/useAct";
import { When } from "../../pieces/When";
import { whatGoes, whoseThings, wouldGo } from "./wording";

export function PolicyRow({
  policy,
  onDropped,
}: {
  policy: Schemas["RetentionItem"];
  onDropped: () => Promise<unknown>;
}) {
  const isAdmin = useIsAdmin();
  const params = { path: { policy_id: policy.id } };
  const preview = $api.useQuery("get", "/api/v1/retention/{policy_id}", { params });
  const { act, problem, busyWith } = useAct();
  const drop = () =>
    act("drop", async () => {
      await api.DELETE("/api/v1/retention/{policy_id}", { params });
      await onDropped();
    });
  return (
    <Row
      actions={
        (isAdmin || policy.visibility === "private") && (
          <RowButton
            onClick={drop}
            loading={busyWith === "drop"}
            aria-label={`Drop the policy: ${whatGoes(policy)}`}
          >
            Drop
          </RowButton>
        )
      }
    >
      <Text fw={500}>{whatGoes(policy)}</Text>
      <Text fz="sm" c="dimmed" className="tabular" mih={20}>
        {whoseThings(policy)}. {preview.data && wouldGo(preview.data)}{" "}
        {policy.done_at && (
          <>
            Last carried out <When at={policy.done_at} inherit />: {policy.erased} went.
          </>
        )}
      </Text>
      <ProblemAlert error={problem} />
    </Row>
  );
}
