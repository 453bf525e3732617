import { Grid, Group, Text } from "@mantine/core";
import { useParams } from "react-router";
import { addsTo } from "../../pieces/addsTo";
import { HoldsBadge } from "../../pieces/HoldsBadge";
import { InertText } from "../../pieces/InertText";
import { PageHeader } from "../../pieces/PageHeader";
import { PageSkeleton } from "../../pieces/PageSkeleton";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { SourceMark } from "../../pieces/SourceMark";
import { SourceQuote } from "../../pieces/SourceQuote";
import { When } from "../../pieces/When";
import {
  type DecisionInFull,
  isDecision,
  isStanding,
  KINDS,
  nameOf,
  TYPES,
  wordFor,
} from "../words";
import { Actions } from "./Actions";
import { Facts } from "./Facts";
import { Lineage } from "./Lineage";
import { Occurrences } from "./Occurrences";
import { Options } from "./Options";
import { Originals } from "./Originals";
import { Related } from "./Related";
import { Revisions } from "./Revisions";
import { Section } from "./Section";
import { Sources } from "./Sources";
import { Standing } from "./Standing";
import { Topic } from "./Topic";
import { type Read, useDecision } from "./useDecision";
import { Verdicts } from "./Verdicts";

/** One decision, or another memory, with all that is known of it, and what can be done with it. */
export function Component() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useDecision(id);
  if (error && !data) return <Missing error={error} retry={refetch} />;
  if (!data) return <PageSkeleton rows={5} />;
  return <Shown key={id} read={data} />;
}

const BACK = { to: "/decisions", label: "All decisions" };

function Missing({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <>
      <PageHeader title="Memory" back={BACK} />
      <ProblemAlert error={error} retry={retry} />
    </>
  );
}

function Shown({ read }: { read: Read }) {
  const { decision } = read;
  return (
    <>
      <PageHeader title={decision.title} back={BACK} description={<Summary decision={decision} />}>
        <Actions read={read} />
      </PageHeader>
      <Standing decision={decision} />
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 8 }}>
          {isDecision(decision) && <Verdicts read={read} />}
          <Reasons decision={decision} />
          {decision.kind === "summary" && <Originals id={decision.id} />}
          <Options options={decision.options} />
          <Sources decision={decision} />
          <Lineage decision={decision} />
          {isDecision(decision) && <Topic id={decision.id} />}
          <Occurrences decision={decision} />
          {isDecision(decision) && <Revisions id={decision.id} />}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Facts decision={decision} />
          <Related id={decision.id} />
        </Grid.Col>
      </Grid>
    </>
  );
}

function Summary({ decision }: { decision: DecisionInFull }) {
  const deciders = decision.people.filter((person) => person.role === "decider");
  const who = (deciders.length ? deciders : decision.people.slice(0, 1)).map(nameOf);
  return (
    <Group gap="sm" mt={4}>
      {!isDecision(decision) && <Text size="sm">{KINDS[decision.kind]}</Text>}
      {isStanding(decision.holds) && <HoldsBadge holds={decision.holds} />}
      {decision.decision_type && <Text size="sm">{wordFor(TYPES, decision.decision_type)}</Text>}
      {who.length > 0 && (
        <Text size="sm">
          by <InertText>{who.join(", ")}</InertText>
        </Text>
      )}
      <When at={decision.source_date} size="sm" />
      <SourceMark source={decision.source} />
    </Group>
  );
}

function Reasons({ decision }: { decision: DecisionInFull }) {
  const isSaid = decision.summary || decision.rationale || decision.quote;
  if (!isSaid && !isDecision(decision)) return null;
  return (
    <Section title="Context">
      {addsTo(decision.quote, decision.summary) && (
        <Text mb="sm">
          <InertText>{decision.summary}</InertText>
        </Text>
      )}
      {decision.rationale && (
        <Text mb="sm">
          <Text span fw={600} inherit>
            Why:{" "}
          </Text>
          <InertText>{decision.rationale}</InertText>
        </Text>
      )}
      {decision.quote && <SourceQuote quote={decision.quote} />}
      {!isSaid && <Text c="dimmed">Nobody said why. Edit it to write that down.</Text>}
    </Section>
  );
}
