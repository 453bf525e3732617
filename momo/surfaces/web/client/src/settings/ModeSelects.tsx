import { Select, SimpleGrid } from "@mantine/core";
import type { Draft } from "./draft";

const BACKENDS: { value: Draft["backend"]; label: string }[] = [
  { value: "hybrid", label: "Meaning and words, by how far they stand out" },
  { value: "rrf", label: "Meaning and words, by rank" },
  { value: "vector", label: "Meaning alone" },
  { value: "lexical", label: "Words alone" },
];
const GRAPHS: { value: Draft["graph"]; label: string }[] = [
  { value: "off", label: "Explains results" },
  { value: "hops", label: "Ranks what is two steps away, too" },
  { value: "sem_ppr", label: "Ranks by a walk over the graph, too" },
];

/** What a search stands on. */
export function ModeSelects({
  draft,
  onChange,
}: {
  draft: Draft;
  onChange: (draft: Draft) => void;
}) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label="What is compared"
        data={BACKENDS}
        value={draft.backend}
        allowDeselect={false}
        onChange={(value) => value && onChange({ ...draft, backend: value as Draft["backend"] })}
      />
      <Select
        label="What the graph does"
        data={GRAPHS}
        value={draft.graph}
        allowDeselect={false}
        onChange={(value) => value && onChange({ ...draft, graph: value as Draft["graph"] })}
      />
    </SimpleGrid>
  );
}
