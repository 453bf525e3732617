import { around, type GraphData, hasWords, type GraphNode } from "./model";
import { standingAt } from "./time";

/** What of a graph is looked at. */
export interface View {
  hiddenTypes: ReadonlySet<string>;
  /** Of a search; all must be there. */
  words: string[];
  /** As of when, in milliseconds; null is now. */
  at: number | null;
  focus: { id: string; hops: number } | null;
}

export const ALL: View = { hiddenTypes: new Set(), words: [], at: null, focus: null };

/** How a node is shown. What is not lit is there, but dimmed. */
export interface Mark {
  node: GraphNode;
  hidden: boolean;
  lit: boolean;
  ended: boolean;
}

export function marked(graph: GraphData, view: View): Mark[] {
  const near = view.focus && around(graph, view.focus.id, view.focus.hops);
  return graph.nodes.map((node) => {
    const standing = standingAt(node, view.at);
    return {
      node,
      hidden: standing === "absent" || view.hiddenTypes.has(node.type),
      lit: near ? near.has(node.id) : hasWords(node, view.words),
      ended: standing === "ended",
    };
  });
}
