import { Group, Text } from "@mantine/core";
import { addsTo } from "../pieces/addsTo";
import { DecisionLink } from "../pieces/DecisionLink";
import { InertText } from "../pieces/InertText";
import { SourceLink } from "../pieces/SourceLink";
import { SourceMark } from "../pieces/SourceMark";
import { SourceQuote } from "../pieces/SourceQuote";
import { When } from "../pieces/When";
import type { Awaiting } from "./ratifying";
import { SourceContext } from "./SourceContext";

/** A decision as it was understood, beside what was said. */
export function FoundDecision({ decision }: { decision: Awaiting }) {
  const { id, title, summary = "", quote = "", source = "", source_url: url = "" } = decision;
  return (
    <>
      <DecisionLink id={id} title={title} c="bright" fw={600} />
      {addsTo(quote, summary) && (
        <Text>
          <InertText>{summary}</InertText>
        </Text>
      )}
      {quote && <SourceQuote quote={quote} />}
      <Group gap="md">
        <SourceMark source={source} />
        <When at={decision.source_date} size="sm" c="dimmed" />
        <SourceContext memoryId={id} quote={quote} about={title} />
        <SourceLink url={url} />
      </Group>
    </>
  );
}
