import { useDisclosure } from "@mantine/hooks";
import { useSpotlight } from "@mantine/spotlight";
import { lazy, Suspense } from "react";
import { paletteStore } from "./palette";
import { useEver } from "../pieces/useEver";
import { useShortcuts } from "./useShortcuts";

const CommandPalette = lazy(() => import("./CommandPalette"));
const ShortcutList = lazy(() => import("./ShortcutList"));

/** What a key opens over every page, loaded when it is first wanted. */
export function Overlays() {
  const isPaletteWanted = useEver(useSpotlight(paletteStore).opened);
  const [opened, { open, close }] = useDisclosure();
  const isListWanted = useEver(opened);
  useShortcuts(open);
  return (
    <Suspense fallback={null}>
      {isPaletteWanted && <CommandPalette />}
      {isListWanted && <ShortcutList opened={opened} onClose={close} />}
    </Suspense>
  );
}
