import { counted } from "../pieces/counted";
import dayjs from "dayjs";
import type { Schemas } from "../api/client";
import { sourceName } from "../pieces/SourceMark";

type Entry = Schemas["DigestEntry"];

/** What is told beside an entry: people, when, how late or how often, and where. */
export function detailsOf(part: Schemas["PartEnum"], entry: Entry): string[] {
  const told = [entry.people.join(" and "), when(part, entry), often(part, entry)];
  return [...told, entry.where && sourceName(entry.where)].filter((each) => each !== "");
}

function when(part: Schemas["PartEnum"], { day, days }: Entry): string {
  const on = dayjs(day).format("D MMMM");
  switch (part) {
    case "overdue":
      return `due ${on}, ${counted(days, "day")} late`;
    case "due":
      return days === 0 ? "due today" : `due ${on}, in ${counted(days, "day")}`;
    case "pending":
      return `open for ${counted(days, "day")}`;
    default:
      return on;
  }
}

function often(part: Schemas["PartEnum"], { times, in_all, recurring }: Entry): string {
  if (part !== "again") return "";
  const all = in_all > times ? `, ${in_all} in all` : "";
  return `${counted(times, "time")}${all}${recurring ? ", a recurring topic" : ""}`;
}
