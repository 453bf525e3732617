import { type GraphData, relationsOf, spoken } from "../model";
import { link, put } from "./elements";

/** What is known of the node that was chosen, and the way to what it hangs on. */
export class Chosen {
  constructor(
    private readonly place: HTMLElement,
    private readonly onFollow: (id: string) => void,
  ) {}

  show(graph: GraphData, id: string | null): void {
    this.place.replaceChildren();
    const node = graph.nodes.find((each) => each.id === id);
    if (!node) return;
    put(this.place, "h2", node.label).dir = "auto";
    const about = [spoken(node.type), node.decision_type, node.date?.slice(0, 10), node.holds];
    put(this.place, "p", about.filter(Boolean).join(", ")).className = "quiet";
    if (node.summary) put(this.place, "p", node.summary).dir = "auto";
    const list = put(this.place, "ul");
    for (const { text, other } of relationsOf(graph, node.id))
      link(list, text, () => this.onFollow(other.id));
  }
}
