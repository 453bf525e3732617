import { withoutHiddenMarks } from "./inert";

/** Text that somebody wrote, shown as text and nothing else; it cannot reorder what is around it. */
export function InertText({ children }: { children: string }) {
  return <bdi>{withoutHiddenMarks(children)}</bdi>;
}
