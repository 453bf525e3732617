import { Button, Group, NumberInput, Slider, Text } from "@mantine/core";
import classes from "./ParameterField.module.css";
import type { Parameter } from "./draft";

/** One number: what it means, a slider and a field within its bounds, and the way back. */
export function ParameterField({
  parameter,
  value,
  isOwn,
  onChange,
}: {
  parameter: Parameter;
  value: number;
  isOwn: boolean;
  onChange: (value: number | null) => void;
}) {
  const { name, label, meaning, unit, minimum, maximum, step } = parameter;
  return (
    <div className={classes.field} role="group" aria-labelledby={`${name}-label`}>
      <div>
        <Text fw={600} id={`${name}-label`}>
          {label}
        </Text>
        <Text size="sm" c="dimmed" id={`${name}-meaning`}>
          {meaning}
        </Text>
      </div>
      <Slider
        thumbLabel={label}
        thumbProps={{ "aria-describedby": `${name}-meaning` }}
        value={value}
        onChange={onChange}
        min={minimum}
        max={maximum}
        step={step}
        label={null}
        marks={[{ value: parameter.default }]}
      />
      <div>
        <Group gap="xs" wrap="nowrap">
          <NumberInput
            aria-label={`${label}, in ${unit}`}
            value={value}
            onChange={(typed) => typeof typed === "number" && onChange(typed)}
            min={minimum}
            max={maximum}
            step={step}
            clampBehavior="blur"
            w={96}
          />
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.back}
            data-hidden={!isOwn || undefined}
            onClick={() => onChange(null)}
            aria-label={`Default: ${parameter.default}, of ${label}`}
          >
            Default: {parameter.default}
          </Button>
        </Group>
        <Text size="xs" c="dimmed" mt={4} className="tabular">
          {minimum} to {maximum}, {unit}
        </Text>
      </div>
    </div>
  );
}
