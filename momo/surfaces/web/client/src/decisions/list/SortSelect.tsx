import { Select } from "@mantine/core";
import { choicesOf, SORTS } from "../words";

export function SortSelect({
  value,
  onChange,
}: {
  value: string;
  onChange: (sort: string) => void;
}) {
  return (
    <Select
      aria-label="Order"
      w={190}
      data={choicesOf(SORTS)}
      value={value}
      onChange={(sort) => onChange(sort ?? "newest")}
      allowDeselect={false}
    />
  );
}
