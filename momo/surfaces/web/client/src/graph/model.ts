import type { Schemas } from "../api/client";

export type GraphNode = Schemas["GraphNodeItem"];
export type GraphEdge = Schemas["GraphEdgeItem"];

/** What is drawn: nodes, and relations between them. */
export interface GraphData {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

export const NOTHING: GraphData = { nodes: [], edges: [] };

export function keyOf(edge: GraphEdge): string {
  return `${edge.source} ${edge.target} ${edge.kind}`;
}

/** Both graphs as one. Of a node in both, what the first one says stays; it is as important as
 * either has it. */
export function merged(first: GraphData, second: GraphData): GraphData {
  const nodes = new Map(first.nodes.map((node) => [node.id, node]));
  for (const node of second.nodes) {
    const known = nodes.get(node.id);
    const importance = Math.max(node.importance, known?.importance ?? 0);
    nodes.set(node.id, { ...(known ?? node), importance });
  }
  const edges = new Map([...second.edges, ...first.edges].map((edge) => [keyOf(edge), edge]));
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** The node, and all that is so many relations away from it at most. */
export function around(graph: GraphData, id: string, hops: number): Set<string> {
  const found = new Set([id]);
  for (let hop = 0; hop < hops; hop++) {
    const border = new Set(found);
    for (const { source, target } of graph.edges) {
      if (border.has(source)) found.add(target);
      if (border.has(target)) found.add(source);
    }
  }
  return found;
}

/** A relation as it reads from one of its ends. */
interface Relation {
  key: string;
  other: GraphNode;
  /** "involves (author): Jane", or, read backwards, "Chose Postgres (author)". */
  text: string;
}

const SAID: Record<string, string> = {
  INVOLVES: "involves",
  MENTIONS: "mentions",
  ABOUT: "is about",
  RELATES_TO: "belongs to",
  SAME_THREAD: "in the thread",
  SUPERSEDES: "replaces",
  INVALIDATES: "makes invalid",
  SIMILAR: "similar",
  COMPACTS: "sums up",
};

/** What an edge says, from its source on. */
export function said(edge: GraphEdge): string {
  const words = SAID[edge.kind] ?? spoken(edge.kind.toLowerCase());
  if (edge.kind === "SIMILAR") return `${words} ${edge.weight.toFixed(2)}`;
  return edge.role ? `${words} (${spoken(edge.role)})` : words;
}

export function relationsOf(graph: GraphData, id: string): Relation[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  return graph.edges.flatMap((edge) => {
    const key = keyOf(edge);
    const target = nodes.get(edge.target);
    const source = nodes.get(edge.source);
    if (edge.source === id && target)
      return [{ key, other: target, text: `${said(edge)}: ${target.label}` }];
    if (edge.target === id && source)
      return [{ key, other: source, text: `${source.label} (${spoken(edge.role) || said(edge)})` }];
    return [];
  });
}

/** An identifier as words: `action_item` is "action item". */
export function spoken(identifier: string): string {
  return identifier.replaceAll("_", " ");
}

export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

export function hasWords(node: GraphNode, words: string[]): boolean {
  const text =
    `${node.label} ${spoken(node.type)} ${node.decision_type} ${node.summary} ${node.holds ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
