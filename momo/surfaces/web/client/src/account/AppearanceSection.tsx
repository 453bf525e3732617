import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { Section } from "../pieces/Section";

const SCHEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "As the system" },
];

export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Appearance" description="In this browser.">
      <SegmentedControl
        aria-label="Appearance"
        data={SCHEMES}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
      />
    </Section>
  );
}
