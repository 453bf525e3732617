import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";

const DEBOUNCE_MS = 180;

/** Finds while one types. */
export function SearchBox({
  value,
  onChange,
  label,
  placeholder,
}: {
  value: string;
  onChange: (q: string) => void;
  label: string;
  placeholder?: string;
}) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const tell = useDebouncedCallback(onChange, DEBOUNCE_MS);
  if (value !== known) {
    setKnown(value); // the address was changed by something else, as by a saved view
    if (value !== typed.trim()) setTyped(value);
  }
  const type = (words: string) => {
    setTyped(words);
    tell(words.trimStart());
  };
  return (
    <TextInput
      type="search"
      flex="1 1 260px"
      leftSection={<IconSearch size={16} aria-hidden />}
      placeholder={placeholder ?? label}
      aria-label={label}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      rightSection={
        typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type("")} />
      }
    />
  );
}
