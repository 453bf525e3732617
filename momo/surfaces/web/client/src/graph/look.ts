import type { GraphNode } from "./model";

const MIN_SIZE = 10; // pixels of what does not matter at all
const SIZE_RANGE = 20; // more of what matters most
export const LABEL_CHARACTERS = 40;
export const FADED = 0.4; // opacity of what no longer holds
export const DIM = 0.12; // opacity of what is not looked at

export type Scheme = "light" | "dark";

const OTHER: Pair = ["#9E9E9E", "#9E9E9E"];
type Pair = readonly [light: string, dark: string];

const MEMORIES: Record<string, Pair> = {
  decision: ["#C9801A", "#DDA35C"],
  fact: ["#4CAF50", "#4CAF50"],
  preference: ["#2196F3", "#2196F3"],
  action_item: ["#9C27B0", "#CE6BDD"],
  correction: ["#E91E63", "#F0588C"],
  summary: ["#795548", "#B08D80"],
  observation: OTHER,
};
const ENTITIES: Record<string, Pair> = {
  person: ["#37474F", "#B0BEC5"],
  organization: ["#00838F", "#26C6DA"],
  project: ["#C62828", "#EF6E6E"],
  technology: ["#283593", "#8C9EFF"],
  location: ["#558B2F", "#9CCC65"],
  event: ["#AD1457", "#F48FB1"],
  concept: ["#6A1B9A", "#BA8FE0"],
  thread: ["#90A4AE", "#78909C"],
};

type Shape = "dot" | "diamond" | "square";

export function colorOf(node: Pick<GraphNode, "type" | "is_memory">, scheme: Scheme): string {
  const pair = (node.is_memory ? MEMORIES : ENTITIES)[node.type] ?? OTHER;
  return pair[scheme === "light" ? 0 : 1];
}

export function shapeOf(node: Pick<GraphNode, "type" | "is_memory">): Shape {
  if (node.is_memory) return "dot";
  return node.type === "person" ? "diamond" : "square";
}

export function sizeOf(node: Pick<GraphNode, "importance">): number {
  return MIN_SIZE + node.importance * SIZE_RANGE;
}

export function shortened(label: string): string {
  const characters = [...label];
  if (characters.length <= LABEL_CHARACTERS) return label;
  return `${characters.slice(0, LABEL_CHARACTERS - 3).join("")}...`;
}

/** What is not a node: labels and lines. */
export const INK = {
  light: { text: "#212121", halo: "#ffffff", line: "#8a8a8a", tie: "#C62828" },
  dark: { text: "#e9ecef", halo: "#1f1f1f", line: "#8d9196", tie: "#FF8A80" },
} as const;

/** A mark in the legend: one for each type that is drawn, memories first. */
export interface LegendEntry {
  type: GraphNode["type"];
  is_memory: boolean;
  count: number;
}

export function legendOf(nodes: GraphNode[]): LegendEntry[] {
  const found = new Map<string, LegendEntry>();
  for (const { type, is_memory } of nodes) {
    const entry = found.get(type) ?? { type, is_memory, count: 0 };
    found.set(type, { ...entry, count: entry.count + 1 });
  }
  return [...found.values()].sort(
    (a, b) => Number(b.is_memory) - Number(a.is_memory) || a.type.localeCompare(b.type),
  );
}
