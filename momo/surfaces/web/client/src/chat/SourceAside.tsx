import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import classes from "./chat.module.css";
import { BESIDE } from "./layout";
import { SourcePanel } from "./SourcePanel";

const SourceDrawer = lazy(() => import("./SourceDrawer"));

interface Props {
  memoryId: string | null;
  onClose: () => void;
}

/** A source beside the answer where there is room, else drawn over it from below. */
export function SourceAside({ memoryId, onClose }: Props) {
  const beside = useMediaQuery(BESIDE, true, { getInitialValueInEffect: false });
  if (!memoryId) return null;
  const panel = <SourcePanel key={memoryId} memoryId={memoryId} onClose={onClose} />;
  if (beside) {
    return (
      <aside className={classes.side} data-at="end" aria-label="Source">
        {panel}
      </aside>
    );
  }
  return (
    <Suspense fallback={null}>
      <SourceDrawer onClose={onClose}>{panel}</SourceDrawer>
    </Suspense>
  );
}
