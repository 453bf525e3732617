import { Anchor, Badge, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Schemas } from "../../api/client";
import { InertText } from "../../pieces/InertText";
import { SourceLink } from "../../pieces/SourceLink";
import { Day, When } from "../../pieces/When";
import {
  CONFIDENCES,
  type DecisionInFull,
  isDecision,
  nameOf,
  STATUSES,
  TYPES,
  VISIBILITIES,
  wordFor,
} from "../words";
import classes from "./Facts.module.css";
import { Section } from "./Section";

const PERSON = "person";
const ASIDE = new Set([PERSON, "thread"]); // told elsewhere

/** What is known of a decision in a word or two, and whom and what it names. */
export function Facts({ decision }: { decision: DecisionInFull }) {
  const things = decision.entities.filter((each) => !ASIDE.has(each.type));
  return (
    <>
      <InShort decision={decision} />
      <People decision={decision} />
      {things.length > 0 && (
        <Section title="Names">
          <Group gap={6}>
            {things.map((each) => (
              <EntityBadge key={each.id} entity={each} />
            ))}
          </Group>
        </Section>
      )}
      {decision.tags.length > 0 && <Tags tags={decision.tags} />}
    </>
  );
}

function InShort({ decision }: { decision: DecisionInFull }) {
  return (
    <Section title="Facts">
      <dl className={classes.facts}>
        {isDecision(decision) && <Fact name="Status">{wordFor(STATUSES, decision.status)}</Fact>}
        {decision.decision_type && (
          <Fact name="Type">{wordFor(TYPES, decision.decision_type)}</Fact>
        )}
        {decision.confidence && (
          <Fact name="Confidence">{wordFor(CONFIDENCES, decision.confidence)}</Fact>
        )}
        <Fact name={isDecision(decision) ? "Decided" : "Said"}>
          <When at={decision.source_date} size="sm" />
        </Fact>
        {decision.owner_name && (
          <Fact name="To be done by">
            <InertText>{decision.owner_name}</InertText>
          </Fact>
        )}
        {decision.due_on && (
          <Fact name="Due">
            <Day on={decision.due_on} size="sm" />
          </Fact>
        )}
        <Fact name="Importance">{Math.round(decision.importance * 100)} of 100</Fact>
        <Fact name="Seen by">{VISIBILITIES[decision.visibility]}</Fact>
        {decision.source_url && (
          <Fact name="Original">
            <SourceLink url={decision.source_url} />
          </Fact>
        )}
        {decision.archived_at && (
          <Fact name="Archived">
            <When at={decision.archived_at} size="sm" />
          </Fact>
        )}
      </dl>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function People({ decision }: { decision: DecisionInFull }) {
  if (!decision.people.length) return null;
  const known = decision.entities.filter((each) => each.type === PERSON);
  return (
    <Section title="People">
      <Stack gap={6} component="ul" className={classes.plain}>
        {decision.people.map((person, place) => (
          <li key={place}>
            <PersonName person={person} known={known} />{" "}
            <Text span size="sm" c="dimmed">
              {person.role}
            </Text>
          </li>
        ))}
      </Stack>
    </Section>
  );
}

function PersonName({
  person,
  known,
}: {
  person: Schemas["PersonItem"];
  known: Schemas["EntityOfMemory"][];
}) {
  const name = nameOf(person);
  const entity =
    known.find((each) => each.name === person.name) ?? (known.length === 1 ? known[0] : undefined);
  if (!entity) return <InertText>{name}</InertText>;
  return (
    <Anchor component={Link} to={`/entities/${entity.id}`}>
      <InertText>{name}</InertText>
    </Anchor>
  );
}

function EntityBadge({ entity }: { entity: Schemas["EntityOfMemory"] }) {
  return (
    <Badge
      component={Link}
      to={`/entities/${entity.id}`}
      variant="default"
      fw={500}
      className={classes.link}
    >
      <InertText>{entity.name}</InertText>
    </Badge>
  );
}

function Tags({ tags }: { tags: string[] }) {
  return (
    <Section title="Tags">
      <Group gap={6}>
        {tags.map((tag) => (
          <Badge
            key={tag}
            component={Link}
            to={`/decisions?tags_all=${encodeURIComponent(tag)}`}
            fw={500}
            className={classes.link}
          >
            <InertText>{tag}</InertText>
          </Badge>
        ))}
      </Group>
    </Section>
  );
}
