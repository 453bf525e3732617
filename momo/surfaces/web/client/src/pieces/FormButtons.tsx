import { Button, type ButtonProps, Group } from "@mantine/core";

/** The end of a form: what sends it and, where it can be left, the way out. */
export function FormButtons({
  onCancel,
  gap,
  ...send
}: { onCancel?: () => void; gap?: "xs" } & ButtonProps) {
  return (
    <Group gap={gap}>
      <Button type="submit" {...send} />
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </Group>
  );
}
