import { Badge, Checkbox, Group, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { Link } from "react-router";
import { HoldsBadge } from "../../pieces/HoldsBadge";
import { InertText } from "../../pieces/InertText";
import { SourceMark } from "../../pieces/SourceMark";
import { When } from "../../pieces/When";
import { type Decision, isStanding, nameOf, TYPES, VISIBILITIES, wordFor } from "../words";
import classes from "./DecisionRow.module.css";

const SHOWN_PEOPLE = 2;
const SHOWN_TAGS = 3;

interface Props {
  decision: Decision;
  selected: boolean;
  onSelect: (selected: boolean) => void;
}

/** One decision of a list: a line on a wide screen, a card on a phone. */
export function DecisionRow({ decision, selected, onSelect }: Props) {
  return (
    <div className={classes.row} data-selected={selected || undefined}>
      <Checkbox
        className={classes.check}
        size="xs"
        checked={selected}
        onChange={(event) => onSelect(event.currentTarget.checked)}
        aria-label={`Select: ${decision.title}`}
        tabIndex={-1}
      />
      <div className={classes.what}>
        <Link to={`/decisions/${decision.id}`} className={classes.title} data-row-link>
          <InertText>{decision.title}</InertText>
        </Link>
        <Text size="sm" c="dimmed" className={classes.summary}>
          <InertText>{decision.summary}</InertText>
        </Text>
        <Marks decision={decision} />
      </div>
      <div className={classes.holds}>
        {isStanding(decision.holds) && <HoldsBadge holds={decision.holds} />}
      </div>
      <When at={decision.source_date} size="sm" c="dimmed" className={classes.when} />
    </div>
  );
}

function Marks({ decision }: { decision: Decision }) {
  const names = decision.people.slice(0, SHOWN_PEOPLE).map(nameOf);
  const more = decision.people.length - names.length;
  return (
    <Group gap="sm" mt={4} className={classes.marks}>
      <SourceMark source={decision.source} />
      {decision.decision_type && (
        <Text size="sm" c="dimmed">
          {wordFor(TYPES, decision.decision_type)}
        </Text>
      )}
      {names.length > 0 && (
        <Text size="sm" c="dimmed">
          <InertText>{names.join(", ") + (more > 0 ? ` and ${more} more` : "")}</InertText>
        </Text>
      )}
      {decision.tags.slice(0, SHOWN_TAGS).map((tag) => (
        <Badge key={tag} size="sm" variant="default" fw={500}>
          <InertText>{tag}</InertText>
        </Badge>
      ))}
      {decision.visibility !== "shared" && (
        <Text size="sm" c="dimmed" className={classes.seen}>
          <IconLock size={13} aria-hidden />
          {VISIBILITIES[decision.visibility]}
        </Text>
      )}
      {decision.archived_at && (
        <Text size="sm" c="dimmed">
          Archived
        </Text>
      )}
    </Group>
  );
}
