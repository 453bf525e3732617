/** `model_budget.changed` as people say it: "Model budget changed". */
export function wordsOf(action: string): string {
  const words = action.replaceAll(/[._]/g, " ");
  return (words[0] ?? "").toUpperCase() + words.slice(1);
}

/** Actions by the kind of thing that they are done to, in the order in which they came. */
export function kindsOf(actions: readonly string[]): { kind: string; actions: string[] }[] {
  const found = new Map<string, string[]>();
  for (const action of actions) {
    const kind = action.split(".")[0] ?? action;
    found.set(kind, [...(found.get(kind) ?? []), action]);
  }
  return [...found].map(([kind, its]) => ({ kind, actions: its }));
}
