import { Paper } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Card.module.css";

/** What waits for a person's word. Focus and touch make it the one that the keys are about. */
export function InboxCard({
  id,
  label,
  current,
  onEnter,
  children,
}: {
  id: string;
  label: string;
  current: boolean;
  onEnter: () => void;
  children: ReactNode;
}) {
  return (
    <Paper
      component="article"
      withBorder
      p="md"
      className={classes.card}
      data-current={current || undefined}
      id={id}
      aria-label={label}
      tabIndex={-1}
      onFocus={onEnter}
      onPointerDown={onEnter}
    >
      {children}
    </Paper>
  );
}
