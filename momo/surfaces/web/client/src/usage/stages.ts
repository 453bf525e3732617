const LABELS: Record<string, string> = {
  "": "All stages",
  extract: "Reading messages",
  embed: "Embedding",
  reconcile: "Reconciling",
  compact: "Summing up",
  answer: "Answering",
};

/** What is done with models, in words; empty is all of it. */
export function stageLabel(stage: string): string {
  return LABELS[stage] ?? stage;
}

// A list's value cannot be empty: this stands for all stages.
export const ALL = "all";

export const STAGES = Object.entries(LABELS).map(([value, label]) => ({
  value: value || ALL,
  label,
}));
