import { Group, Paper, Spoiler, Stack, Text } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { InertText } from "../../pieces/InertText";
import { SourceLink } from "../../pieces/SourceLink";
import { SourceMark } from "../../pieces/SourceMark";
import { QuoteInText } from "../../pieces/SourceQuote";
import { When } from "../../pieces/When";
import { type DecisionInFull, nameOf } from "../words";
import { Section } from "./Section";

const SHOWN = 320; // pixels of a long text

/** Where it was found, word for word, with the quote marked. */
export function Sources({ decision }: { decision: DecisionInFull }) {
  if (!decision.sources.length) return null;
  return (
    <Section title={decision.sources.length === 1 ? "Source" : "Sources"}>
      <Stack gap="md">
        {decision.sources.map((source) => (
          <Source key={source.id} source={source} quote={decision.quote} />
        ))}
      </Stack>
    </Section>
  );
}

function Source({ source, quote }: { source: Schemas["SourceOfMemory"]; quote: string }) {
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="sm">
          <SourceMark source={source.source} place={source.container} />
          {source.author && (
            <Text size="sm" fw={600}>
              <InertText>{nameOf(source.author)}</InertText>
            </Text>
          )}
          <When at={source.occurred_at} size="sm" c="dimmed" />
        </Group>
        <SourceLink url={source.url} />
      </Group>
      {source.title && (
        <Text fw={600} mb={4}>
          <InertText>{source.title}</InertText>
        </Text>
      )}
      <Spoiler maxHeight={SHOWN} showLabel="Show all of it" hideLabel="Show less">
        <QuoteInText text={source.text} quote={quote} />
      </Spoiler>
    </Paper>
  );
}
