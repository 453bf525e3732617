import dayjs from "dayjs";
import type { Schemas } from "../api/client";
import { TYPES } from "../decisions/words";
import { counted } from "../pieces/counted";

export type Dashboard = Schemas["DashboardItem"];
export type Week = Schemas["WeekItem"];

// Ten hues that stay apart in both color schemes, in the order of the most frequent types.
const COLORS = [
  "pine.6",
  "orange.5",
  "indigo.5",
  "pink.5",
  "cyan.5",
  "lime.6",
  "grape.5",
  "red.5",
  "yellow.5",
  "gray.5",
];
const UNTYPED = "other";

export interface Series {
  name: string;
  label: string;
  color: string;
  /** Of a line: told apart without its color. */
  strokeDasharray?: string;
}

export const CHANGES: Series[] = [
  { name: "replaced", label: "Replaced", color: "indigo.5" },
  { name: "reversed", label: "Reversed", color: "red.5", strokeDasharray: "5 4" },
];

/** One series for each type, the most frequent first. */
export function seriesOf(byType: Record<string, number>): Series[] {
  return Object.entries(byType)
    .sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
    .map(([type], index) => ({
      name: type || UNTYPED,
      label: (TYPES as Record<string, string>)[type] ?? "Other",
      color: COLORS[index % COLORS.length] ?? "gray.5",
    }));
}

/** A row for each week, with a column for each type. */
export function rowsOf(weeks: Week[], series: Series[]): Record<string, string | number>[] {
  return weeks.map((week) => ({
    week: weekName(week.start),
    ...Object.fromEntries(
      series.map(({ name }) => [name, week.decisions[name === UNTYPED ? "" : name] ?? 0]),
    ),
  }));
}

export function weekName(start: string): string {
  return dayjs(start).format("D MMM");
}

function totalOf(week: Week): number {
  return Object.values(week.decisions).reduce((sum, count) => sum + count, 0);
}

/** The chart of decisions in a sentence or two. */
export function saidOfDecisions(board: Pick<Dashboard, "weeks" | "totals">): string {
  const { weeks, totals } = board;
  if (!totals.decisions) return "No decision was made in these weeks.";
  const most = weeks.reduce((best, week) => (totalOf(week) > totalOf(best) ? week : best));
  const [type, count] = seriesOf(totals.by_type).map(
    ({ label, name }) => [label, totals.by_type[name] ?? 0] as const,
  )[0] ?? ["", 0];
  const made = `${counted(totals.decisions, "decision")} in ${counted(weeks.length, "week")}`;
  const peak = `most in the week of ${weekName(most.start)} (${totalOf(most)})`;
  return count
    ? `${made}, ${peak}. The most frequent type is ${type.toLowerCase()} (${count}).`
    : `${made}, ${peak}.`;
}

/** The chart of changes in a sentence. */
export function saidOfChanges({ totals }: Pick<Dashboard, "totals">): string {
  if (!totals.superseded && !totals.reversed) return "Nothing was replaced or reversed.";
  return `${counted(totals.superseded, "decision was", "decisions were")} replaced and ${totals.reversed} reversed.`;
}
