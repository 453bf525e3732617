import { Combobox, Group, InputBase, Loader, Text, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { $api, type Schemas } from "../api/client";
import { HoldsBadge } from "./HoldsBadge";
import { InertText } from "./InertText";
import { When } from "./When";

export type PickedDecision = Pick<Schemas["MemoryItem"], "id" | "title">;

const DEBOUNCE_MS = 180;
const OFFERED = 8; // decisions

interface Props {
  label: ReactNode;
  description?: ReactNode;
  value: PickedDecision | null;
  onChange: (decision: PickedDecision | null) => void;
  /** Decisions that make no sense here, as the one that is asked about. */
  without?: readonly string[];
  error?: ReactNode;
}

/** Choose a decision by words of it. */
export function DecisionPicker({ value, onChange, without = [], ...input }: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed, setTyped] = useState("");
  const { found, isFetching } = useOffered(typed, without);
  const pick = (id: string) => {
    onChange(found.find((decision) => decision.id === id) ?? null);
    combobox.closeDropdown();
  };
  const type = (words: string) => {
    setTyped(words);
    onChange(null);
    combobox.openDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.Target>
        <InputBase
          {...input}
          placeholder="Type words of the decision"
          value={value ? value.title : typed}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          rightSection={isFetching ? <Loader size={16} /> : null}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={320} style={{ overflowY: "auto" }} aria-label="Decisions">
          {found.map((decision) => (
            <Combobox.Option key={decision.id} value={decision.id}>
              <Offered decision={decision} />
            </Combobox.Option>
          ))}
          {!found.length && <Combobox.Empty>No decision has these words</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function useOffered(typed: string, without: readonly string[]) {
  const [words] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const query = { limit: OFFERED + without.length, ...(words && { q: words }) };
  const { data, isFetching } = $api.useQuery(
    "get",
    "/api/v1/decisions",
    { params: { query } },
    { placeholderData: keepPreviousData },
  );
  const found = (data?.items ?? []).filter((decision) => !without.includes(decision.id));
  return { found: found.slice(0, OFFERED), isFetching };
}

function Offered({ decision }: { decision: Schemas["MemoryItem"] }) {
  return (
    <>
      <Text size="sm">
        <InertText>{decision.title}</InertText>
      </Text>
      <Group gap="xs">
        {decision.holds && <HoldsBadge holds={decision.holds} size="xs" />}
        <When at={decision.source_date} size="xs" c="dimmed" />
      </Group>
    </>
  );
}
