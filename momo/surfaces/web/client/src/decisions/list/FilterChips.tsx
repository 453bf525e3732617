import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { InertText } from "../../pieces/InertText";
import { sourceName } from "../../pieces/SourceMark";
import { CONFIDENCES, DUE, STANDINGS, STATUSES, TYPES, VISIBILITIES, wordFor } from "../words";
import { type Chip, chipsOf, type Filters, without } from "./filters";

const NAMES: Partial<Record<keyof Filters, string>> = {
  holds: "",
  type: "",
  status: "Status",
  source: "From",
  confidence: "Confidence",
  visibility: "Seen by",
  tags_all: "Tagged",
  tags_any: "Tagged any of",
  tags_none: "Not tagged",
  person: "Involves",
  project: "Project",
  entity: "Names",
  due: "Due",
  since: "Since",
  until: "Until",
  as_of: "As of",
};
const WORDS: Partial<Record<keyof Filters, Readonly<Record<string, string>>>> = {
  holds: STANDINGS,
  type: TYPES,
  status: STATUSES,
  confidence: CONFIDENCES,
  visibility: VISIBILITIES,
  due: DUE,
  archived: { true: "Archived alone", false: "Without archived" },
  include_secret: { "": "With your secrets" },
};

/** What narrows the list, each to be taken away. */
export function FilterChips({
  filters,
  counts,
  onChange,
}: {
  filters: Filters;
  counts: Schemas["FacetCounts"] | undefined;
  onChange: (changes: Partial<Filters>) => void;
}) {
  const chips = chipsOf(filters);
  if (!chips.length) return null;
  const clear = () => onChange(chips.reduce(without, filters));
  return (
    <Group gap={6} role="group" aria-label="Filters that are set">
      {chips.map((chip) => (
        <ChipPaper
          key={chip.name + chip.value}
          text={textOf(chip, counts)}
          onRemove={() => onChange(without(filters, chip))}
        />
      ))}
      <Button size="compact-xs" variant="subtle" color="gray" onClick={clear}>
        Clear all
      </Button>
    </Group>
  );
}

function ChipPaper({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <Paper withBorder radius="xl" pl="sm" pr={2} py={1}>
      <Group gap={2} wrap="nowrap">
        <Text size="xs">
          <InertText>{text}</InertText>
        </Text>
        <CloseButton size="xs" radius="xl" aria-label={`Remove: ${text}`} onClick={onRemove} />
      </Group>
    </Paper>
  );
}

function textOf({ name, value }: Chip, counts: Schemas["FacetCounts"] | undefined): string {
  const named = name === "person" || name === "project" ? counts?.[name] : undefined;
  const label = named?.find((each) => each.value === value)?.label;
  const said = name === "source" ? sourceName(value) : wordFor(WORDS[name] ?? {}, value);
  return [NAMES[name], label ?? said].filter(Boolean).join(" ");
}
