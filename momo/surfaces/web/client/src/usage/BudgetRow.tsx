import { ActionIcon, Group, NumberInput, Select } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconTrash } from "@tabler/icons-react";
import type { BudgetValues } from "./budgetRows";
import { STAGES } from "./stages";

const PERIODS = [
  { value: "day", label: "Each day" },
  { value: "month", label: "Each month" },
];

/** One budget: for what, how often it renews, and the most in tokens, money or both. */
export function BudgetRow({
  form,
  place,
  currency,
  onRemove,
}: {
  form: UseFormReturnType<BudgetValues>;
  place: number;
  currency: string;
  onRemove: () => void;
}) {
  return (
    <Group gap="sm" align="flex-start" role="group">
      <Select
        label="For"
        data={STAGES}
        allowDeselect={false}
        w={{ base: "100%", xs: 190 }}
        {...form.getInputProps(`rows.${place}.stage`)}
      />
      <Select
        label="Period"
        data={PERIODS}
        allowDeselect={false}
        w={{ base: "100%", xs: 140 }}
        {...form.getInputProps(`rows.${place}.period`)}
      />
      <NumberInput
        label="Tokens"
        placeholder="No limit"
        min={0}
        allowDecimal={false}
        thousandSeparator=" "
        w={{ base: "100%", xs: 150 }}
        {...form.getInputProps(`rows.${place}.tokens`)}
      />
      <NumberInput
        label={`Cost in ${currency}`}
        placeholder="No limit"
        min={0}
        decimalScale={4}
        w={{ base: "100%", xs: 140 }}
        {...form.getInputProps(`rows.${place}.cost`)}
      />
      <ActionIcon
        variant="default"
        size={36}
        mt={25}
        aria-label={`Remove budget ${place + 1}`}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
