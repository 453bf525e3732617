import { Button, Group, MultiSelect, Popover, Stack, TagsInput, TextInput } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { filtersOf, isFiltered, type Looking } from "./address";
import { spoken } from "./model";

const KINDS = [
  "decision",
  "fact",
  "preference",
  "action_item",
  "correction",
  "summary",
  "observation",
];
const TYPES = [
  "approval",
  "rejection",
  "selection",
  "delegation",
  "commitment",
  "direction",
  "confirmation",
  "cancellation",
  "negotiation",
  "prioritization",
];
const SOURCES = ["slack", "gmail", "github", "notion", "discord", "file", "manual"];

interface FilterProps {
  looking: Looking;
  onLook: (change: Partial<Looking>) => void;
}

/** Which memories are drawn. */
export function GraphFilters({ looking, onLook }: FilterProps) {
  const count = Object.keys(filtersOf(looking)).length;
  return (
    <Popover width={320} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />}>
          {count ? `Filters (${count})` : "Filters"}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Fields looking={looking} onLook={onLook} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Fields({ looking, onLook }: FilterProps) {
  return (
    <Stack gap="sm">
      <Choice label="Kind" of={KINDS} value={looking.kind} take={(kind) => onLook({ kind })} />
      <Choice
        label="Type of decision"
        of={TYPES}
        value={looking.type}
        take={(type) => onLook({ type })}
      />
      <Choice
        label="Source"
        of={SOURCES}
        value={looking.source}
        take={(source) => onLook({ source })}
      />
      <TagsInput
        label="Tags"
        description="One of them is enough"
        value={looking.tag}
        onChange={(tag) => onLook({ tag })}
      />
      <TagsInput
        label="Naming"
        description="People, projects and other things"
        value={looking.entity}
        onChange={(entity) => onLook({ entity })}
      />
      <Days looking={looking} onLook={onLook} />
      <Button variant="subtle" disabled={!isFiltered(looking)} onClick={() => onLook(NONE)}>
        Clear filters
      </Button>
    </Stack>
  );
}

function Days({ looking, onLook }: FilterProps) {
  return (
    <Group grow>
      <TextInput
        type="date"
        label="From"
        value={looking.since ?? ""}
        onChange={(event) => onLook({ since: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={looking.until ?? ""}
        onChange={(event) => onLook({ until: event.currentTarget.value })}
      />
    </Group>
  );
}

export const NONE: Partial<Looking> = {
  kind: [],
  type: [],
  source: [],
  tag: [],
  entity: [],
  since: null,
  until: null,
};

function Choice({
  label,
  of,
  value,
  take,
}: {
  label: string;
  of: string[];
  value: string[];
  take: (value: string[]) => void;
}) {
  return (
    <MultiSelect
      label={label}
      data={of.map((each) => ({ value: each, label: spoken(each) }))}
      value={value}
      onChange={take}
      clearable
      comboboxProps={{ withinPortal: false }}
    />
  );
}
