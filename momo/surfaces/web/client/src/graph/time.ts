import type { GraphData, GraphNode } from "./model";

export const DAY = 86_400_000; // milliseconds

/** The first and the last moment at which something came or ended, or null where nothing is dated. */
export function spanOf(graph: GraphData): [number, number] | null {
  const moments = graph.nodes
    .flatMap((node) => [node.first_at, node.invalid_at])
    .flatMap((at) => (at ? [Date.parse(at)] : []));
  if (!moments.length) return null;
  const first = moments.reduce((a, b) => Math.min(a, b));
  const last = moments.reduce((a, b) => Math.max(a, b));
  return last - first < DAY ? null : [Math.floor(first / DAY) * DAY, Math.ceil(last / DAY) * DAY];
}

/** How a node stands at a moment; null asks about now. */
export function standingAt(node: GraphNode, at: number | null): "absent" | "holds" | "ended" {
  if (at === null) return hasEnded(node) ? "ended" : "holds";
  if (node.first_at && Date.parse(node.first_at) > at) return "absent";
  if (node.invalid_at) return Date.parse(node.invalid_at) <= at ? "ended" : "holds";
  return hasEnded(node) ? "ended" : "holds";
}

function hasEnded(node: GraphNode): boolean {
  return node.holds === "superseded" || node.holds === "reversed";
}

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
