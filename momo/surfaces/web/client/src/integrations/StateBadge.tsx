import { Badge } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCheck,
  IconPlayerPause,
  IconPlugConnectedX,
} from "@tabler/icons-react";
import type { State } from "./data";

const LOOKS = {
  connected: { label: "Connected", color: "pine", icon: IconCheck },
  needs_attention: { label: "Needs attention", color: "red", icon: IconAlertTriangle },
  paused: { label: "Paused", color: "yellow", icon: IconPlayerPause },
  disconnected: { label: "Disconnected", color: "gray", icon: IconPlugConnectedX },
} as const;

/** How a connection is, by word and sign as well as by color. */
export function StateBadge({ state }: { state: State }) {
  const { label, color, icon: Icon } = LOOKS[state];
  return (
    <Badge
      color={color}
      leftSection={<Icon size={12} stroke={2.4} aria-hidden />}
      style={{ flexShrink: 0 }}
    >
      {label}
    </Badge>
  );
}
