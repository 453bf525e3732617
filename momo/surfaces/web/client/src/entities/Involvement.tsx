import { Anchor, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { $api, type Schemas } from "../api/client";
import { DecisionLine } from "../decisions/DecisionLine";
import { Section } from "../decisions/page/Section";
import { ProblemAlert } from "../pieces/ProblemAlert";

const SHOWN = 25;

/** The latest decisions that name it. */
export function Involvement({ entity }: { entity: Schemas["EntityItem"] }) {
  const { data, error, refetch } = $api.useQuery("get", "/api/v1/decisions", {
    params: { query: { entity: entity.id, limit: SHOWN } },
  });
  if (error) return <ProblemAlert error={error} retry={refetch} />;
  if (!data) return <Skeleton height={240} />;
  return (
    <Section title="Decisions">
      {!data.items.length && <Text c="dimmed">No decision that you see names it.</Text>}
      <Stack gap="sm">
        {data.items.map((decision) => (
          <DecisionLine key={decision.id} {...decision} at={decision.source_date} />
        ))}
      </Stack>
      {data.next && (
        <Anchor component={Link} to={`/decisions?entity=${entity.id}`} mt="sm" display="block">
          All of them
        </Anchor>
      )}
    </Section>
  );
}
