import { Button, Select, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { $api, type Schemas } from "../api/client";
import { ProblemAlert } from "../pieces/ProblemAlert";
import type { EntityType } from "./words";

const DEBOUNCE_MS = 180;
const OFFERED = 20;

/** Say that an entity and another one are the same. It can be undone. */
export function MergeForm({
  entity,
  onDone,
}: {
  entity: Schemas["EntityItem"];
  onDone: () => void;
}) {
  const [other, setOther] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const offered = useOffered(entity, typed);
  const merge = useMerge(onDone);
  const say = () => {
    const params = { path: { entity_id: entity.id } };
    merge.mutate({ params, body: { other: other ?? "", reason } });
  };
  return (
    <Stack>
      <ProblemAlert error={merge.error} />
      <Select
        label="The same as"
        data={offered}
        filter={({ options }) => options}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        value={other}
        onChange={setOther}
        nothingFoundMessage="Nothing of this name"
        data-autofocus
      />
      <TextInput
        label="How you know"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button disabled={!other} loading={merge.isPending} onClick={say}>
        They are one
      </Button>
    </Stack>
  );
}

function useOffered(entity: Schemas["EntityItem"], typed: string) {
  const [q] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const type = entity.type as Exclude<EntityType, "thread">;
  const { data } = $api.useQuery(
    "get",
    "/api/v1/entities",
    { params: { query: { type, limit: OFFERED, ...(q && { q }) } } },
    { placeholderData: keepPreviousData },
  );
  return (data?.items ?? [])
    .filter((each) => each.id !== entity.id)
    .map((each) => ({ value: each.id, label: [each.name, ...each.emails].join(", ") }));
}

function useMerge(onDone: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return $api.useMutation("post", "/api/v1/entities/{entity_id}/merge", {
    onSuccess: (merged) => {
      queries.invalidateQueries();
      onDone();
      navigate(`/entities/${merged.entity.id}`);
    },
  });
}
