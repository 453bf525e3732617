import dayjs from "dayjs";
import type { Schemas } from "../api/client";

export type Period = Schemas["CadenceEnum"];

export const PERIODS: { value: Period; label: string }[] = [
  { value: "day", label: "Day" },
  { value: "week", label: "Week" },
  { value: "month", label: "Month" },
];

const DAY = "YYYY-MM-DD";

/** The day on which the digest of a period is told: the one after its last. */
export function toldOn(lastDay: string): string {
  return dayjs(lastDay).add(1, "day").format(DAY);
}

/** The day on which the following one is told; null where that period is not over. */
export function nextToldOn(period: Period, lastDay: string, now = dayjs()): string | null {
  const next = dayjs(lastDay).add(1, "day").add(1, period);
  return next.isAfter(now, "day") ? null : next.format(DAY);
}

/** A period as people say it: one day, or its first and its last. */
export function span(firstDay: string, lastDay: string): string {
  const [first, last] = [dayjs(firstDay), dayjs(lastDay)];
  if (first.isSame(last, "day")) return last.format("dddd, D MMMM YYYY");
  const start = first.isSame(last, "year") ? first.format("D MMMM") : first.format("D MMMM YYYY");
  return `${start} to ${last.format("D MMMM YYYY")}`;
}
