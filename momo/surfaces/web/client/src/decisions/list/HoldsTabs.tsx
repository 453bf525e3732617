import { Button, Group, Text } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { STANDINGS } from "../words";
import type { Filters } from "./filters";

/** The first thing one narrows by: whether it holds. */
export function HoldsTabs({
  filters,
  counts,
  onChange,
}: {
  filters: Filters;
  counts: Schemas["CountedItem"][] | undefined;
  onChange: (changes: Partial<Filters>) => void;
}) {
  const only = filters.holds.length === 1 ? filters.holds[0] : undefined;
  const count = (value: string) => counts?.find((each) => each.value === value)?.count;
  const tabs = [["", "All"], ...Object.entries(STANDINGS)] as [string, string][];
  return (
    <Group gap={4} role="group" aria-label="Whether they hold">
      {tabs.map(([value, label]) => {
        const chosen = value ? only === value : filters.holds.length === 0;
        return (
          <Button
            key={value}
            size="compact-sm"
            variant={chosen ? "light" : "subtle"}
            color={chosen ? undefined : "gray"}
            aria-pressed={chosen}
            onClick={() => onChange({ holds: value ? [value] : [] })}
          >
            {label}
            {value && chosen && count(value) !== undefined && (
              <Text span size="xs" ml={6} className="tabular" inherit={false}>
                {count(value)?.toLocaleString()}
              </Text>
            )}
          </Button>
        );
      })}
    </Group>
  );
}
