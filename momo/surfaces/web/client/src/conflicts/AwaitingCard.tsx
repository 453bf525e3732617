import { Paper, Stack } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useState } from "react";
import { ProblemAlert } from "../pieces/ProblemAlert";
import classes from "./Card.module.css";
import { CorrectForm } from "./CorrectForm";
import { FoundDecision } from "./FoundDecision";
import { RejectForm } from "./RejectForm";
import { type Awaiting, useRatifying } from "./ratifying";
import { VerdictButtons } from "./VerdictButtons";

/** A decision, what was said, and the three things that one can say of it. */
export function AwaitingCard({
  decision,
  current,
  onEnter,
}: {
  decision: Awaiting;
  /** Whether the keys 1 to 3 are about this one. */
  current: boolean;
  onEnter: () => void;
}) {
  const [open, setOpen] = useState<"correct" | "reject" | null>(null);
  const { say, busy, error } = useRatifying(decision);
  const close = () => setOpen(null);
  useHotkeys([["Escape", close]], []); // in its fields as well
  return (
    <Paper
      component="article"
      withBorder
      p="md"
      className={classes.card}
      data-current={current || undefined}
      id={decision.id}
      aria-label={decision.title}
      tabIndex={-1}
      onFocus={onEnter}
      onPointerDown={onEnter}
    >
      <Stack gap="xs">
        <FoundDecision decision={decision} />
        <ProblemAlert error={error} />
        {open === "correct" && (
          <CorrectForm decision={decision} busy={busy} error={error} onSay={say} onCancel={close} />
        )}
        {open === "reject" && <RejectForm busy={busy} onSay={say} onCancel={close} />}
        {!open && (
          <VerdictButtons
            current={current}
            busy={busy}
            onConfirm={() => say({ verdict: "confirm", reason: "" })}
            onCorrect={() => setOpen("correct")}
            onReject={() => setOpen("reject")}
          />
        )}
      </Stack>
    </Paper>
  );
}
