import { colorOf, legendOf, type Scheme, shapeOf } from "../look";
import { type GraphNode, spoken } from "../model";
import { put } from "./elements";

/** The marks of what is in this graph, each with a box to hide it. */
export function drawLegend(
  place: HTMLElement,
  nodes: GraphNode[],
  scheme: Scheme,
  onChange: (hiddenTypes: Set<string>) => void,
): void {
  const hidden = new Set<string>();
  for (const entry of legendOf(nodes)) {
    const label = put(put(place, "li"), "label");
    const box = put(label, "input");
    box.type = "checkbox";
    box.checked = true;
    const mark = put(label, "i");
    mark.className = shapeOf(entry);
    mark.style.background = colorOf(entry, scheme);
    put(label, "span", `${spoken(entry.type)} (${entry.count})`);
    box.addEventListener("change", () => {
      if (box.checked) hidden.delete(entry.type);
      else hidden.add(entry.type);
      onChange(new Set(hidden));
    });
  }
}
