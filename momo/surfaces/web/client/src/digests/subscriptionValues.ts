import type { Schemas } from "../api/client";
import type { Period } from "./periods";

/** A subscription as its form holds it. */
export interface Values {
  reader: "me" | "team";
  cadence: Period;
  hour: number;
  weekday: string;
  month_day: number;
  time_zone: string | null;
  addresses: string[];
  slack_webhook: string;
  active: boolean;
}

/** What a form begins with; a new one is weekly, on Monday at 8. */
export function valuesOf(row: Schemas["SubscriptionItem"] | null): Values {
  return {
    reader: row?.reader === "team" ? "team" : "me",
    cadence: row?.cadence ?? "week",
    hour: row?.hour ?? 8,
    weekday: String(row?.weekday ?? 0),
    month_day: row?.month_day ?? 1,
    time_zone: row?.time_zone || null,
    addresses: row?.addresses ?? [],
    slack_webhook: "",
    active: row?.active ?? true,
  };
}

/** As the API takes it. A secret that was not typed anew stays as it is. */
export function bodyOf({ reader, weekday, time_zone, addresses, slack_webhook, ...rest }: Values) {
  const forTeam = { addresses, ...(slack_webhook ? { slack_webhook } : {}) };
  return {
    ...rest,
    weekday: Number(weekday),
    time_zone: time_zone ?? "",
    ...(reader === "team" ? forTeam : {}),
  };
}
