import { createSpotlight } from "@mantine/spotlight";

/** Whether the command palette is open, and what opens it; apart from it, as it is loaded late. */
export const [paletteStore, palette] = createSpotlight();
