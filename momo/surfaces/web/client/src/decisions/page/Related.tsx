import { Skeleton, Stack, Text } from "@mantine/core";
import { $api } from "../../api/client";
import { DecisionLink } from "../../pieces/DecisionLink";
import { InertText } from "../../pieces/InertText";
import { Section } from "./Section";

const SHOWN = 8;

/** What hangs together with it, and how. */
export function Related({ id }: { id: string }) {
  const { data, isPending } = $api.useQuery("get", "/api/v1/memories/{memory_id}/related", {
    params: { path: { memory_id: id }, query: { limit: SHOWN } },
  });
  if (isPending)
    return (
      <Section title="Related">
        <Skeleton height={160} />
      </Section>
    );
  if (!data?.results.length) return null;
  return (
    <Section title="Related">
      <Stack gap="sm">
        {data.results.map((each) => (
          <div key={each.id}>
            <DecisionLink id={each.id} kind={each.kind} title={each.title} size="sm" />
            <Text size="xs" c="dimmed">
              <InertText>{each.how}</InertText>
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
