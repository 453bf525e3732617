import { Button, Group, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { $api } from "../api/client";
import { kindsOf, wordsOf } from "./actions";
import type { Filters } from "./filters";
import { useActors } from "./useActors";

const DEBOUNCE_MS = 300;

/** What is shown of the log: by what was done, by whom, to what, and when. */
export function AuditFilters({
  filters,
  onSet,
  onClear,
}: {
  filters: Filters;
  onSet: (name: keyof Filters, value: string | null) => void;
  onClear: () => void;
}) {
  const { data } = $api.useQuery("get", "/api/v1/audit/actions");
  const actors = useActors();
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <Group mb="md" gap="sm" align="flex-end" role="search" aria-label="Filter the log">
      <Select
        label="What"
        placeholder="Anything"
        data={kindsOf(data?.items ?? []).map(({ kind, actions }) => ({
          group: wordsOf(kind),
          items: [
            { value: `${kind}.*`, label: `${wordsOf(kind)}: all` },
            ...actions.map((action) => ({ value: action, label: wordsOf(action) })),
          ],
        }))}
        value={filters.action ?? null}
        onChange={(value) => onSet("action", value)}
        searchable
        clearable
        w={{ base: "100%", xs: 240 }}
      />
      <Select
        label="Who"
        placeholder="Anybody"
        data={actors}
        value={filters.actor ?? null}
        onChange={(value) => onSet("actor", value)}
        searchable
        clearable
        w={{ base: "100%", xs: 200 }}
      />
      <Subject value={filters.subject ?? ""} onSet={onSet} />
      <TextInput
        type="date"
        label="From"
        value={filters.since ?? ""}
        max={filters.until}
        onChange={(event) => onSet("since", event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="To"
        value={filters.until ?? ""}
        min={filters.since}
        onChange={(event) => onSet("until", event.currentTarget.value)}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={onClear}>
          Clear
        </Button>
      )}
    </Group>
  );
}

function Subject({
  value,
  onSet,
}: {
  value: string;
  onSet: (name: "subject", value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const send = useDebouncedCallback((text: string) => onSet("subject", text.trim()), DEBOUNCE_MS);
  return (
    <TextInput
      type="search"
      label="Subject"
      placeholder="An id"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
      w={{ base: "100%", xs: 160 }}
    />
  );
}
