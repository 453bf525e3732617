import { Alert } from "@mantine/core";
import { IconArrowBackUp, IconReplace } from "@tabler/icons-react";
import { DecisionLink } from "../../pieces/DecisionLink";
import { InertText } from "../../pieces/InertText";
import type { DecisionInFull } from "../words";

/** Why a decision does not hold any more, where it does not. */
export function Standing({ decision }: { decision: DecisionInFull }) {
  if (decision.holds === "reversed")
    return (
      <Alert color="red" variant="light" icon={<IconArrowBackUp aria-hidden />} mb="lg">
        This decision was reversed. It does not hold any more.
      </Alert>
    );
  if (decision.holds !== "superseded") return null;
  const newer = decision.lineage.decisions.find((each) => each.id === decision.superseded_by);
  const record = decision.lineage.supersessions.find(
    (each) => each.old_id === decision.id && each.new_id === decision.superseded_by,
  );
  return (
    <Alert color="gray" variant="light" icon={<IconReplace aria-hidden />} mb="lg">
      {newer ? (
        <>
          Replaced by <DecisionLink id={newer.id} title={newer.title} />.{" "}
          {record?.reason && <InertText>{record.reason}</InertText>}
        </>
      ) : (
        "Replaced by a decision that you cannot see."
      )}
    </Alert>
  );
}
