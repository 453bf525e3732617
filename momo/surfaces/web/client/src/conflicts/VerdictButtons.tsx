import { Button, Group, Kbd } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";

/** The three things that one can say, by button or, of the marked card, by key. */
export function VerdictButtons({
  current,
  busy,
  onConfirm,
  onCorrect,
  onReject,
}: {
  current: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCorrect: () => void;
  onReject: () => void;
}) {
  const choices = [
    { key: "1", label: "Confirm", variant: "light", act: onConfirm },
    { key: "2", label: "Correct", variant: "default", act: onCorrect },
    { key: "3", label: "Reject", variant: "default", act: onReject },
  ];
  useHotkeys(choices.map(({ key, act }) => [key, () => current && !busy && act()]));
  return (
    <Group gap="xs">
      {choices.map(({ key, label, variant, act }) => (
        <Button
          key={key}
          variant={variant}
          disabled={busy}
          onClick={act}
          rightSection={
            current && (
              <Kbd size="xs" visibleFrom="sm">
                {key}
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
