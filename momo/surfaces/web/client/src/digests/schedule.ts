import type { Schemas } from "../api/client";

type Subscription = Schemas["SubscriptionItem"];

export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** When a digest is sent, in words. */
export function scheduleOf(row: Subscription): string {
  const at = `at ${String(row.hour ?? 0).padStart(2, "0")}:00`;
  const zone = row.time_zone || "the team's time zone";
  switch (row.cadence) {
    case "day":
      return `Every day ${at}, ${zone}`;
    case "week":
      return `Every ${WEEKDAYS[row.weekday ?? 0]} ${at}, ${zone}`;
    case "month":
      return `On day ${row.month_day} of every month ${at}, ${zone}`;
  }
}

/** Where it goes, in words. */
export function destinationsOf(row: Subscription): string {
  const mail = row.reader === "team" ? (row.addresses ?? []).join(", ") : "Your own address";
  const places = [row.by_mail && mail, row.slack && "A Slack channel"];
  return places.filter(Boolean).join(" and ") || "Nowhere";
}

/** Every time zone that the browser knows. */
export function timeZones(): string[] {
  return Intl.supportedValuesOf("timeZone");
}
