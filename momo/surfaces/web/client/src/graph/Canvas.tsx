import { ActionIcon, Group, Tooltip, useComputedColorScheme } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { IconFocusCentered, IconMinus, IconPlus } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import classes from "./Canvas.module.css";
import { Drawing } from "./drawing";
import { around, type GraphData } from "./model";
import type { View } from "./view";

interface CanvasProps {
  graph: GraphData;
  view: View;
  chosen: string | null;
  onChoose: (id: string | null) => void;
  onExpand: (id: string) => void;
}

/** The graph as drawn by vis-network, with its controls. Comes in a chunk of its own. */
export default function Canvas({ graph, view, chosen, onChoose, onExpand }: CanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const { drawing, isDrawn } = useDrawing(place, onChoose, onExpand);
  useEffect(() => drawing?.show(graph, view, chosen ?? undefined), [drawing, graph, view, chosen]);
  useEffect(() => {
    drawing?.choose(chosen);
    if (chosen) drawing?.goTo(chosen);
  }, [drawing, chosen]);
  const { focus } = view;
  const fit = () => drawing?.fit(focus ? around(graph, focus.id, focus.hops) : undefined);
  return (
    <div className={classes.frame}>
      <div ref={place} className={classes.canvas} aria-busy={!isDrawn} />
      <Group className={classes.controls} gap={4}>
        <Control label="Zoom in" onClick={() => drawing?.zoom(1)} icon={IconPlus} />
        <Control label="Zoom out" onClick={() => drawing?.zoom(-1)} icon={IconMinus} />
        <Control label="Fit to view" onClick={fit} icon={IconFocusCentered} />
      </Group>
    </div>
  );
}

function Control({
  label,
  onClick,
  icon: Icon,
}: {
  label: string;
  onClick: () => void;
  icon: typeof IconPlus;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={onClick}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** A drawing in that place, made anew where the color scheme changes; not to be seen at once. */
function useDrawing(
  place: React.RefObject<HTMLDivElement | null>,
  onChoose: CanvasProps["onChoose"],
  onExpand: CanvasProps["onExpand"],
): { drawing: Drawing | null; isDrawn: boolean } {
  const scheme = useComputedColorScheme("light");
  const calm = useReducedMotion();
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const told = useRef({ onChoose, onExpand });
  useEffect(() => {
    told.current = { onChoose, onExpand };
  });
  useEffect(() => {
    if (!place.current) return;
    const made = new Drawing(place.current, {
      scheme,
      calm,
      onChoose: (id) => told.current.onChoose(id),
      onExpand: (id) => told.current.onExpand(id),
      onDrawn: () => setIsDrawn(true),
    });
    setDrawing(made);
    return () => {
      setDrawing(null);
      setIsDrawn(false);
      made.destroy();
    };
  }, [place, scheme, calm]);
  return { drawing, isDrawn };
}
