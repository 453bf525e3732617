import { Stack } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useState } from "react";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { ChoiceButtons } from "./ChoiceButtons";
import { CorrectForm } from "./CorrectForm";
import { FoundDecision } from "./FoundDecision";
import { InboxCard } from "./InboxCard";
import { RejectForm } from "./RejectForm";
import { type Awaiting, useRatifying } from "./ratifying";

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
  const confirm = () => say({ verdict: "confirm", reason: "" });
  const close = () => setOpen(null);
  useHotkeys([["Escape", close]], []); // in its fields as well
  return (
    <InboxCard id={decision.id} label={decision.title} current={current} onEnter={onEnter}>
      <Stack gap="xs">
        <FoundDecision decision={decision} />
        <ProblemAlert error={error} />
        {open === "correct" && (
          <CorrectForm decision={decision} busy={busy} error={error} onSay={say} onCancel={close} />
        )}
        {open === "reject" && <RejectForm busy={busy} onSay={say} onCancel={close} />}
        {!open && (
          <ChoiceButtons
            choices={[
              { label: "Confirm", variant: "light", act: confirm },
              { label: "Correct", act: () => setOpen("correct") },
              { label: "Reject", act: () => setOpen("reject") },
            ]}
            current={current}
            busy={busy}
          />
        )}
      </Stack>
    </InboxCard>
  );
}
