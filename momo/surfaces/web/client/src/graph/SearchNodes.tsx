import { Group, Loader, Select, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { $api } from "../api/client";
import { withoutHiddenMarks } from "../pieces/inert";
import { NodeMark } from "./Legend";
import { type GraphNode, spoken } from "./model";

const PAUSE_MS = 150; // between keys, after which it is looked for

/** Finds any node, drawn or not, and leads to it. */
export function SearchNodes({ onFound }: { onFound: (id: string) => void }) {
  const [words, setWords] = useState("");
  const [q] = useDebouncedValue(words.trim(), PAUSE_MS);
  const found = $api.useQuery(
    "get",
    "/api/v1/graph/search",
    { params: { query: { q } } },
    { enabled: q !== "", placeholderData: keepPreviousData },
  );
  const items: GraphNode[] = q ? (found.data?.items ?? []) : [];
  const byId = new Map(items.map((node) => [node.id, node]));
  return (
    <Select
      type="search"
      searchable
      aria-label="Search the graph"
      placeholder="Find a decision, person or thing"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={found.isFetching ? <Loader size={14} /> : <span />}
      data={items.map((node) => ({ value: node.id, label: withoutHiddenMarks(node.label) }))}
      filter={({ options }) => options}
      searchValue={words}
      onSearchChange={setWords}
      value={null}
      onChange={(id) => {
        if (id) onFound(id);
        setWords("");
      }}
      nothingFoundMessage={q && !found.isFetching ? "Nothing in the graph is called that" : null}
      renderOption={({ option }) => <Option node={byId.get(option.value)} label={option.label} />}
      maw={420}
      w="100%"
    />
  );
}

function Option({ node, label }: { node: GraphNode | undefined; label: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      {node && <NodeMark node={node} />}
      <div>
        <Text size="sm" dir="auto">
          {label}
        </Text>
        {node && (
          <Text size="xs" c="dimmed">
            {spoken(node.type)}
          </Text>
        )}
      </div>
    </Group>
  );
}
