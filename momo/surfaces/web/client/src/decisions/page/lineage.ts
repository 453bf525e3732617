export interface Point {
  id: string;
  at: string;
}
export interface Replacement {
  old_id: string;
  new_id: string;
}
export interface Placed {
  id: string;
  row: number;
  lane: number;
}
export interface Arrow {
  from: Placed;
  to: Placed;
  /** Whether other decisions stand between the two in the same lane, so that it goes around them. */
  around: boolean;
}
export interface Picture {
  nodes: Placed[];
  arrows: Arrow[];
  lanes: number;
}

/** Where decisions stand in a picture of what replaced what: a row each by time, branches aside. */
export function placed(points: readonly Point[], replacements: readonly Replacement[]): Picture {
  const inTime = [...points].sort((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id));
  const nodes: Placed[] = [];
  const byId = new Map<string, Placed>();
  const continued = new Set<string>(); // decisions whose lane a newer one goes on in
  let lanes = 0;
  for (const [row, { id }] of inTime.entries()) {
    const older = replacements
      .filter((each) => each.new_id === id)
      .flatMap((each) => byId.get(each.old_id) ?? [])
      .find((each) => !continued.has(each.id));
    if (older) continued.add(older.id);
    const node = { id, row, lane: older ? older.lane : lanes++ };
    nodes.push(node);
    byId.set(id, node);
  }
  const arrows = replacements.flatMap(({ old_id, new_id }) => {
    const [from, to] = [byId.get(old_id), byId.get(new_id)];
    return from && to ? [{ from, to, around: isBlocked(from, to, nodes) }] : [];
  });
  return { nodes, arrows, lanes: Math.max(1, lanes) };
}

function isBlocked(from: Placed, to: Placed, nodes: readonly Placed[]): boolean {
  if (from.lane !== to.lane) return false;
  const [first, last] = [Math.min(from.row, to.row), Math.max(from.row, to.row)];
  return nodes.some((node) => node.lane === from.lane && node.row > first && node.row < last);
}
