import { withoutHiddenMarks } from "../pieces/inert";
import type { Conversation } from "./types";

export function titleOf(conversation: Pick<Conversation, "title"> | undefined): string {
  return withoutHiddenMarks(conversation?.title ?? "") || "Untitled conversation";
}
