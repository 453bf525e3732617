import { SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { Schemas } from "../api/client";
import { InertText } from "../pieces/InertText";
import { PlacedResult } from "./PlacedResult";

type Placed = Schemas["PlacedItem"];

/** One question's results as they are, and as they would be. */
export function Comparison({ compared }: { compared: Schemas["ComparedItem"] }) {
  const moved = compared.proposed.filter(({ place, other }) => place !== other).length;
  return (
    <section aria-label={compared.query}>
      <Title order={3} size="h5">
        <InertText>{compared.query}</InertText>
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {moved ? `${moved} of ${compared.proposed.length} results move.` : "Nothing moves."}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Side title="As it is" results={compared.current} />
        <Side title="As it would be" results={compared.proposed} moving />
      </SimpleGrid>
    </section>
  );
}

function Side({
  title,
  results,
  moving = false,
}: {
  title: string;
  results: readonly Placed[];
  moving?: boolean;
}) {
  return (
    <div>
      <Text fw={600} size="sm" mb={4}>
        {title}
      </Text>
      {!results.length && <Text size="sm">Nothing is found.</Text>}
      <Stack component="ol" gap={6} p={0} m={0} style={{ listStyle: "none" }}>
        {results.map((result) => (
          <PlacedResult key={result.id} result={result} moving={moving} />
        ))}
      </Stack>
    </div>
  );
}
