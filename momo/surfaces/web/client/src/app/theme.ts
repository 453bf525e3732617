import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const pine: MantineColorsTuple = [
  "#eef7f4",
  "#dcece7",
  "#b3d8cd",
  "#86c3b1",
  "#61b199",
  "#46a08a",
  "#2f8a75",
  "#1f7261",
  "#175c4e",
  "#0f473c",
];

const DIALOG = {
  defaultProps: { closeButtonProps: { "aria-label": "Close" } },
  styles: { title: { fontWeight: 600 } },
};

export const theme = createTheme({
  primaryColor: "pine",
  primaryShade: 7, // white on it has a contrast of 5.7
  black: "#17201d",
  colors: { pine },
  autoContrast: true,
  defaultRadius: "md",
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, monospace",
  headings: { fontWeight: "650", textWrap: "balance" },
  focusRing: "auto",
  respectReducedMotion: true,
  cursorType: "pointer",
  components: {
    Badge: { defaultProps: { variant: "light", tt: "none", fw: 600 } },
    Drawer: DIALOG,
    Modal: DIALOG,
  },
});

/** Text that still reads: Mantine's own quiet grays and bright colors miss a contrast of 4.5. */
export const contrastingVariables: CSSVariablesResolver = () => ({
  variables: {
    "--mantine-color-red-filled": "var(--mantine-color-red-9)", // white on it: 5.5
    "--mantine-color-red-filled-hover": "color-mix(in srgb, var(--mantine-color-red-9), black 12%)",
  },
  light: {
    "--mantine-color-dimmed": "var(--mantine-color-gray-7)",
    "--mantine-color-placeholder": "var(--mantine-color-gray-7)",
    "--mantine-color-error": darkened("red"),
    ...Object.fromEntries(BRIGHT.flatMap(darkText)),
  },
  dark: {
    "--mantine-color-text": "#dde2e0",
    "--mantine-color-dimmed": "var(--mantine-color-dark-1)",
    "--mantine-color-placeholder": "var(--mantine-color-dark-1)",
    "--mantine-color-error": "var(--mantine-color-red-4)",
  },
});

const BRIGHT = ["red", "orange", "yellow", "lime", "green", "teal", "cyan", "blue"];

function darkText(color: string): [string, string][] {
  const name = `--mantine-color-${color}`;
  return ["text", "light-color", "outline"].map((use) => [`${name}-${use}`, darkened(color)]);
}

function darkened(color: string): string {
  return `color-mix(in srgb, var(--mantine-color-${color}-9), black 30%)`;
}
