import {
  Button,
  Drawer,
  Group,
  MultiSelect,
  Select,
  Stack,
  Switch,
  TextInput,
} from "@mantine/core";
import type { Schemas } from "../../api/client";
import { sourceName } from "../../pieces/SourceMark";
import { choicesOf, CONFIDENCES, DUE, STATUSES, TYPES, VISIBILITIES } from "../words";
import type { DayFilter, Filters, ManyFilter } from "./filters";

type Counts = Schemas["FacetCounts"];

interface Props {
  filters: Filters;
  counts: Counts | undefined;
  onChange: (changes: Partial<Filters>) => void;
}

/** Every filter there is. What is chosen counts at once. */
export function FilterDrawer({
  opened,
  onClose,
  ...props
}: Props & { opened: boolean; onClose: () => void }) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" title="Filters" size="sm">
      <Stack gap="md">
        <Listed {...props} name="type" label="Type" words={TYPES} />
        <Listed {...props} name="status" label="Status" words={STATUSES} />
        <Tags {...props} name="tags_all" label="Has all of these tags" />
        <Tags {...props} name="tags_any" label="Has any of these tags" />
        <Tags {...props} name="tags_none" label="Has none of these tags" />
        <Named {...props} name="person" label="Person" />
        <Named {...props} name="project" label="Project" />
        <TextInput
          label="Names"
          description="A product, company, place or anything else"
          value={props.filters.entity}
          onChange={(event) => props.onChange({ entity: event.currentTarget.value })}
        />
        <Sources {...props} />
        <Listed {...props} name="confidence" label="Confidence" words={CONFIDENCES} />
        <Listed {...props} name="visibility" label="Seen by" words={VISIBILITIES} />
        <Times {...props} />
        <PutAway {...props} />
        <Button onClick={onClose}>Show the decisions</Button>
      </Stack>
    </Drawer>
  );
}

function Times({ filters, counts, onChange }: Props) {
  const props = { filters, counts, onChange };
  return (
    <>
      <Group grow>
        <DayField {...props} name="since" label="From" />
        <DayField {...props} name="until" label="To" />
      </Group>
      <DayField {...props} name="as_of" label="As it was at the end of" />
      <Select
        label="Due"
        data={choicesOf(DUE)}
        value={props.filters.due || null}
        onChange={(due) => props.onChange({ due: due ?? "" })}
        clearable
      />
    </>
  );
}

function PutAway({ filters, onChange }: Props) {
  return (
    <>
      <Select
        label="Archived"
        data={[
          { value: "false", label: "Leave archived ones out" },
          { value: "true", label: "Archived ones alone" },
        ]}
        value={filters.archived || null}
        onChange={(value) => onChange({ archived: (value ?? "") as Filters["archived"] })}
        placeholder="Both"
        clearable
      />
      <Switch
        label="Your own secret ones, too"
        checked={filters.include_secret}
        onChange={(event) => onChange({ include_secret: event.currentTarget.checked })}
      />
    </>
  );
}

function Listed({
  filters,
  onChange,
  name,
  label,
  words,
}: Props & { name: ManyFilter; label: string; words: Readonly<Record<string, string>> }) {
  return (
    <MultiSelect
      label={label}
      data={choicesOf(words)}
      value={filters[name]}
      onChange={(values) => onChange({ [name]: values })}
      clearable
    />
  );
}

function Tags({
  filters,
  counts,
  onChange,
  name,
  label,
}: Props & { name: ManyFilter; label: string }) {
  const known = (counts?.tag ?? []).map((each) => each.value);
  return (
    <MultiSelect
      label={label}
      data={[...new Set([...filters[name], ...known])]}
      value={filters[name]}
      onChange={(values) => onChange({ [name]: values })}
      searchable
      clearable
      nothingFoundMessage="No such tag among these decisions"
    />
  );
}

/** Somebody or something that is named: those who are named most are offered. */
function Named({
  filters,
  counts,
  onChange,
  name,
  label,
}: Props & { name: "person" | "project"; label: string }) {
  const known = (counts?.[name] ?? []).map((each) => ({ value: each.value, label: each.label }));
  const chosen = filters[name];
  const listed = !chosen || known.some((each) => each.value === chosen);
  return (
    <Select
      label={label}
      data={listed ? known : [{ value: chosen, label: chosen }, ...known]}
      value={chosen || null}
      onChange={(value) => onChange({ [name]: value ?? "" })}
      searchable
      clearable
      nothingFoundMessage="Nobody and nothing of this name"
    />
  );
}

function Sources({ filters, counts, onChange }: Props) {
  const known = (counts?.source ?? []).map((each) => each.value);
  const all = [...new Set([...filters.source, ...known])];
  return (
    <MultiSelect
      label="Source"
      data={all.map((value) => ({ value, label: sourceName(value) }))}
      value={filters.source}
      onChange={(source) => onChange({ source })}
      clearable
    />
  );
}

function DayField({ filters, onChange, name, label }: Props & { name: DayFilter; label: string }) {
  return (
    <TextInput
      type="date"
      label={label}
      value={filters[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
}
