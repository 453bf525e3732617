import { Skeleton, Stack } from "@mantine/core";
import { $api } from "../../api/client";
import { DecisionLine } from "../DecisionLine";
import { Section } from "./Section";

const MOST = 200; // as many as the API gives of what hangs on a memory

/** The decisions that a summary tells of. */
export function Originals({ id }: { id: string }) {
  const { data, isPending } = $api.useQuery("get", "/api/v1/graph/neighborhood/{node_id}", {
    params: { path: { node_id: id }, query: { limit: MOST } },
  });
  const told = new Set(
    data?.edges
      .filter((edge) => edge.kind === "COMPACTS" && edge.source === id)
      .map((edge) => edge.target),
  );
  const originals = data?.nodes.filter((node) => told.has(node.id)) ?? [];
  if (!isPending && !originals.length) return null;
  return (
    <Section title="Sums up">
      {isPending && <Skeleton height={160} />}
      <Stack gap="sm">
        {originals.map(({ id, label, holds, date }) => (
          <DecisionLine key={id} id={id} title={label} holds={holds} at={date} />
        ))}
      </Stack>
    </Section>
  );
}
