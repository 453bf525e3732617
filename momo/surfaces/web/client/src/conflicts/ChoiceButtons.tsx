import { Button, Group, Kbd } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";

interface Choice {
  label: string;
  variant?: "light";
  act: () => void;
}

/** What one can say of a card, by button or, of the marked card, by the number of the choice. */
export function ChoiceButtons({
  choices,
  current,
  busy,
  mt,
}: {
  choices: Choice[];
  current: boolean;
  busy: boolean;
  mt?: "md";
}) {
  useHotkeys(choices.map(({ act }, place) => [`${place + 1}`, () => current && !busy && act()]));
  return (
    <Group gap="xs" mt={mt}>
      {choices.map(({ label, variant = "default", act }, place) => (
        <Button
          key={label}
          variant={variant}
          disabled={busy}
          onClick={act}
          rightSection={
            current && (
              <Kbd size="xs" visibleFrom="sm">
                {place + 1}
              </Kbd>
            )
          }
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
