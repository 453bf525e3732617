import { Stack, Switch, TagsInput } from "@mantine/core";
import { type Filters, without } from "./filters";

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

const LISTS = [
  ["people", "People", "Names or addresses; one is enough"],
  ["projects", "Projects", "Names of projects; one is enough"],
  ["sources", "Sources", "slack, gmail, github, notion, discord …"],
  ["tags_any", "Tags", "One is enough"],
] as const;

export default function FilterFields({ filters, onChange }: Props) {
  function set(name: keyof Filters, value: string[] | boolean | undefined) {
    const empty = value === undefined || (Array.isArray(value) && !value.length);
    onChange(empty ? without(filters, name) : { ...filters, [name]: value });
  }
  return (
    <Stack gap="sm">
      {LISTS.map(([name, label, description]) => (
        <TagsInput
          key={name}
          size="sm"
          label={label}
          description={description}
          value={filters[name] ?? []}
          onChange={(values) => set(name, values)}
          comboboxProps={{ withinPortal: false }}
        />
      ))}
      <Switch
        label="Only what still holds"
        checked={filters.include_superseded === false}
        onChange={(event) =>
          set("include_superseded", event.currentTarget.checked ? false : undefined)
        }
      />
    </Stack>
  );
}
