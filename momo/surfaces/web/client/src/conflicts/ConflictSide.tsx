import { Badge, Group, Stack, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { Schemas } from "../api/client";
import { DecisionLink } from "../pieces/DecisionLink";
import { InertText } from "../pieces/InertText";
import { SourceLink } from "../pieces/SourceLink";
import { SourceMark } from "../pieces/SourceMark";
import { SourceQuote } from "../pieces/SourceQuote";
import { When } from "../pieces/When";
import { namesOf } from "./people";
import { SourceContext } from "./SourceContext";

/** One of two decisions that cannot both hold, in its own words. */
export function ConflictSide({ side, label }: { side: Schemas["ConflictSide"]; label: string }) {
  const said = side.quote || side.summary || "";
  return (
    <Stack gap="xs" h="100%">
      <Group gap="xs" justify="space-between">
        <Badge variant="default">{label}</Badge>
        <When at={side.source_date} size="sm" c="dimmed" />
      </Group>
      <DecisionLink id={side.id} kind={side.kind} title={side.title} c="bright" fw={600} />
      {said && <SourceQuote quote={said} />}
      {side.rationale && (
        <Text size="sm" c="dimmed">
          Because: <InertText>{side.rationale}</InertText>
        </Text>
      )}
      <Group gap="sm" mt="auto">
        <SourceMark source={side.source ?? ""} />
        <Text size="sm">
          <InertText>{namesOf(side.people)}</InertText>
        </Text>
        {side.visibility !== "shared" && (
          <Badge variant="default" leftSection={<IconLock size={11} aria-hidden />} size="sm">
            {side.visibility}
          </Badge>
        )}
      </Group>
      <Group gap="md">
        <SourceContext memoryId={side.id} quote={said} about={side.title} />
        <SourceLink url={side.source_url ?? ""} />
      </Group>
    </Stack>
  );
}
