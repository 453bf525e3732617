import { spoken } from "../model";
import type { Mark } from "../view";
import { link } from "./elements";

/** All that is shown, as a list: the graph without looking at it. */
export function listed(place: HTMLElement, marks: Mark[], onFollow: (id: string) => void): void {
  place.replaceChildren();
  const sorted = [...marks].sort((a, b) => b.node.importance - a.node.importance);
  for (const { node, ended } of sorted) {
    const standing = ended && node.holds ? `, ${node.holds}` : "";
    link(place, `${node.label} (${spoken(node.type)}${standing})`, () => onFollow(node.id));
  }
}
