import { Group, Stack, Text } from "@mantine/core";
import { InertText } from "../../pieces/InertText";
import { When } from "../../pieces/When";
import type { DecisionInFull } from "../words";
import { Section } from "./Section";

/** When it came up again. */
export function Occurrences({ decision }: { decision: DecisionInFull }) {
  if (!decision.occurrences.length) return null;
  return (
    <Section title="Came up again">
      <Text size="sm" c="dimmed" mb="xs">
        {decision.occurrence_count} times in all, last <When at={decision.last_seen_at} inherit />
      </Text>
      <Stack gap="xs">
        {decision.occurrences.map((each) => (
          <Group key={each.id} gap="sm" align="baseline" wrap="nowrap">
            <When at={each.at} size="sm" c="dimmed" w={110} style={{ flexShrink: 0 }} />
            <Text size="sm">
              <InertText>{each.snippet || "Without a word of its own."}</InertText>
              {each.sentiment !== "neutral" && (
                <Text span c="dimmed" inherit>
                  {` (${each.sentiment})`}
                </Text>
              )}
            </Text>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
