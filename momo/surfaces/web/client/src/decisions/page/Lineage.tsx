import { Group, Text } from "@mantine/core";
import { useNavigate } from "react-router";
import type { Schemas } from "../../api/client";
import { DecisionLink } from "../../pieces/DecisionLink";
import { HoldsBadge } from "../../pieces/HoldsBadge";
import { InertText } from "../../pieces/InertText";
import { When } from "../../pieces/When";
import { type Decision, type DecisionInFull, isStanding } from "../words";
import classes from "./Lineage.module.css";
import { LineagePicture, ROW_HEIGHT } from "./LineagePicture";
import { placed } from "./lineage";
import { Section } from "./Section";

/** What replaced what, as a picture in time. Its labels are a list that says the same in words. */
export function Lineage({ decision }: { decision: DecisionInFull }) {
  const { decisions, supersessions } = decision.lineage;
  const navigate = useNavigate();
  if (decisions.length < 2) return null;
  const picture = placed(
    decisions.map(({ id, valid_from }) => ({ id, at: valid_from })),
    supersessions,
  );
  const byId = new Map(decisions.map((each) => [each.id, each]));
  return (
    <Section title="Lineage">
      <div className={classes.lineage}>
        <LineagePicture
          picture={picture}
          current={decision.id}
          stands={(id) => byId.get(id)?.holds === "holds"}
          onOpen={(id) => navigate(`/decisions/${id}`)}
        />
        <ol className={classes.labels} aria-label="In time, the oldest first">
          {picture.nodes.map((node) => {
            const each = byId.get(node.id);
            if (!each) return null;
            return (
              <li key={node.id} style={{ height: ROW_HEIGHT }} className={classes.label}>
                <Label
                  decision={each}
                  isHere={each.id === decision.id}
                  replaced={supersessions.filter((record) => record.new_id === each.id)}
                  titleOf={(id) => byId.get(id)?.title ?? ""}
                />
              </li>
            );
          })}
        </ol>
      </div>
    </Section>
  );
}

function Label({
  decision,
  isHere,
  replaced,
  titleOf,
}: {
  decision: Decision;
  isHere: boolean;
  replaced: Schemas["SupersessionItem"][];
  titleOf: (id: string) => string;
}) {
  return (
    <>
      <div className={classes.title}>
        {isHere ? (
          <Text span fw={650} aria-current="page">
            <InertText>{decision.title}</InertText>
          </Text>
        ) : (
          <DecisionLink id={decision.id} title={decision.title} />
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        {isStanding(decision.holds) && <HoldsBadge holds={decision.holds} size="xs" />}
        <When at={decision.valid_from} size="xs" c="dimmed" />
      </Group>
      {replaced.length > 0 && (
        <Text size="xs" c="dimmed" className={classes.why}>
          Replaces{" "}
          <InertText>{replaced.map((record) => titleOf(record.old_id)).join(", ")}</InertText>
          {replaced[0]?.reason && (
            <>
              : <InertText>{replaced[0].reason}</InertText>
            </>
          )}
        </Text>
      )}
    </>
  );
}
