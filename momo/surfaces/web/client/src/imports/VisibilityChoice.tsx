import { Radio, Stack } from "@mantine/core";

export type Chosen = "private" | "shared" | "secret";

const CHOICES: Record<Chosen, { label: string; description: string }> = {
  shared: {
    label: "The whole team",
    description:
      "Everybody in the team finds what it holds. What was said in a private channel stays with that channel's members.",
  },
  private: {
    label: "Only me",
    description: "Nobody else sees it: not in answers, lists, counts or progress.",
  },
  secret: {
    label: "Only me, and never in answers",
    description: "Kept sealed, and found only when you ask for secrets.",
  },
};

/** Who sees what a source gives, each with what that means. */
export function VisibilityChoice({
  value,
  onChange,
  choices = ["shared", "private"],
  disabled = false,
}: {
  value: Chosen;
  onChange: (value: Chosen) => void;
  choices?: readonly Chosen[];
  disabled?: boolean;
}) {
  return (
    <Radio.Group
      label="Who sees it"
      value={value}
      onChange={(chosen) => onChange(chosen as Chosen)}
    >
      <Stack gap="xs" mt="xs">
        {choices.map((choice) => (
          <Radio key={choice} value={choice} disabled={disabled} {...CHOICES[choice]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
