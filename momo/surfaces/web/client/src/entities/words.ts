import {
  IconBox,
  IconBuilding,
  IconBulb,
  IconCalendarEvent,
  IconFolder,
  IconMapPin,
  IconMessages,
  IconUser,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Schemas } from "../api/client";

export type EntityType = Schemas["EntityTypeEnum"];

interface Look {
  one: string;
  many: string;
  icon: TablerIcon;
}

export const TYPES: Record<EntityType, Look> = {
  person: { one: "Person", many: "People", icon: IconUser },
  project: { one: "Project", many: "Projects", icon: IconFolder },
  technology: { one: "Technology", many: "Technologies", icon: IconBox },
  organization: { one: "Organization", many: "Organizations", icon: IconBuilding },
  location: { one: "Place", many: "Places", icon: IconMapPin },
  event: { one: "Event", many: "Events", icon: IconCalendarEvent },
  concept: { one: "Concept", many: "Concepts", icon: IconBulb },
  thread: { one: "Thread", many: "Threads", icon: IconMessages },
};
/** Those that one looks for; threads are found by their messages. */
export const LISTED = [
  "person",
  "project",
  "technology",
  "organization",
  "location",
  "event",
  "concept",
] as const;

/** All that a name is known by, in one line. */
export function spelledOut(name: Schemas["EntityNameItem"]): string {
  const handles = name.handles.map((handle) => `@${handle}`);
  return [...new Set([...name.spelled, ...name.emails, ...handles])].join(", ") || "Without a name";
}
