import { Group, NumberInput, SegmentedControl, Select } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { PERIODS } from "./periods";
import { timeZones, WEEKDAYS } from "./schedule";
import type { Values } from "./subscriptionValues";

const LAST_MONTH_DAY = 28; // that every month has

/** How often, on which day, at what hour, and by whose clock. */
export function ScheduleFields({ form }: { form: UseFormReturnType<Values> }) {
  const { cadence } = form.values;
  return (
    <>
      <SegmentedControl
        aria-label="How often"
        data={PERIODS.map(({ value, label }) => ({
          value,
          label: `Every ${label.toLowerCase()}`,
        }))}
        {...form.getInputProps("cadence")}
      />
      <Group grow align="flex-start">
        {cadence === "week" && (
          <Select
            label="On"
            data={WEEKDAYS.map((label, day) => ({ value: String(day), label }))}
            allowDeselect={false}
            {...form.getInputProps("weekday")}
          />
        )}
        {cadence === "month" && (
          <NumberInput
            label="On day"
            min={1}
            max={LAST_MONTH_DAY}
            {...form.getInputProps("month_day")}
          />
        )}
        <NumberInput label="At" suffix=":00" min={0} max={23} {...form.getInputProps("hour")} />
      </Group>
      <Select
        label="Time zone"
        placeholder="The team's"
        data={timeZones()}
        searchable
        clearable
        limit={100}
        {...form.getInputProps("time_zone")}
      />
    </>
  );
}
