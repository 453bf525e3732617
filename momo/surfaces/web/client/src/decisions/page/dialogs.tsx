import { dialogs } from "../../pieces/dialogs";
import { Editor } from "../form/Editor";
import { KINDS } from "../words";
import { ReverseForm } from "./ReverseForm";
import { SupersedeForm } from "./SupersedeForm";
import type { Read } from "./useDecision";

/** Change a decision or another memory; `asDecider` as a correction by who made it. */
export function openEditor(read: Read, { asDecider = false } = {}): void {
  dialogs.open({
    title: `${asDecider ? "Correct" : "Edit"} the ${nameOf(read)}`,
    size: "lg",
    closeOnClickOutside: false,
    children: <Editor read={read} asDecider={asDecider} onDone={dialogs.closeAll} />,
  });
}

export function openSupersede(read: Read): void {
  dialogs.open({
    title: "What replaces it?",
    size: "lg",
    children: <SupersedeForm read={read} onDone={dialogs.closeAll} />,
  });
}

export function openReverse(read: Read): void {
  dialogs.open({
    title: "Reverse the decision",
    children: <ReverseForm read={read} onDone={dialogs.closeAll} />,
  });
}

export function confirmDeletion(read: Read, onConfirm: () => void): void {
  dialogs.confirm({
    title: `Delete the ${nameOf(read)}?`,
    children: `This cannot be undone.${AFTERWARDS[read.decision.kind] ?? ""}`,
    labels: { confirm: "Delete", cancel: "Keep it" },
    confirmProps: { color: "red" },
    onConfirm,
  });
}

const AFTERWARDS: Partial<Record<Read["decision"]["kind"], string>> = {
  decision: " What it had replaced holds again.",
  summary: " What it sums up stays.",
};

function nameOf({ decision }: Read): string {
  return KINDS[decision.kind].toLowerCase();
}
