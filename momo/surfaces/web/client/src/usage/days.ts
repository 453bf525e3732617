import dayjs from "dayjs";
import type { Used } from "./numbers";
import { tokensOf } from "./numbers";

export interface DayOfUse {
  day: string;
  tokens: number;
  cost: number;
}

/** The day so many days ago, by the calendar of UTC, in which use is counted. */
export function daysAgo(days: number, now = new Date()): string {
  return dayjs(now.toISOString().slice(0, 10)).subtract(days, "day").format("YYYY-MM-DD");
}

/** Every day of a span in its order, also those on which nothing was used. */
export function everyDay(since: string, until: string, used: readonly Used[]): DayOfUse[] {
  const known = new Map(used.map((each) => [each.key, each]));
  const length = dayjs(until).diff(dayjs(since), "day") + 1;
  return Array.from({ length }, (_, place) => {
    const day = dayjs(since).add(place, "day").format("YYYY-MM-DD");
    const its = known.get(day);
    return { day, tokens: its ? tokensOf(its) : 0, cost: its ? Number(its.cost) : 0 };
  });
}
