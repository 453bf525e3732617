import type { BadgeProps } from "@mantine/core";
import { IconArrowBackUp, IconCheck, IconClock, IconReplace } from "@tabler/icons-react";
import { SignBadge } from "./SignBadge";

/** Whether a decision still holds. */
export type Holds = "holds" | "superseded" | "reversed" | "pending";

const LOOKS = {
  holds: { label: "Holds", color: "pine", icon: IconCheck },
  superseded: { label: "Superseded", color: "gray", icon: IconReplace },
  reversed: { label: "Reversed", color: "red", icon: IconArrowBackUp },
  pending: { label: "Pending", color: "yellow", icon: IconClock },
} as const;

export function HoldsBadge({ holds, ...props }: { holds: Holds } & BadgeProps) {
  return <SignBadge {...LOOKS[holds]} {...props} />;
}

/** The same of a memory as lists give it. */
export function holdsOf(memory: {
  status: string;
  superseded_by: string | null;
  invalid_at?: string | null;
}): Holds {
  if (memory.status === "reversed") return "reversed";
  if (memory.superseded_by) return "superseded";
  return memory.status === "pending" ? "pending" : "holds";
}
