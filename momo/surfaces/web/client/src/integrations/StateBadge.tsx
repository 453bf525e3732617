import {
  IconAlertTriangle,
  IconCheck,
  IconPlayerPause,
  IconPlugConnectedX,
} from "@tabler/icons-react";
import { SignBadge } from "../pieces/SignBadge";
import type { State } from "./data";

const LOOKS = {
  connected: { label: "Connected", color: "pine", icon: IconCheck },
  needs_attention: { label: "Needs attention", color: "red", icon: IconAlertTriangle },
  paused: { label: "Paused", color: "yellow", icon: IconPlayerPause },
  disconnected: { label: "Disconnected", color: "gray", icon: IconPlugConnectedX },
} as const;

/** How a connection is. */
export function StateBadge({ state }: { state: State }) {
  return <SignBadge {...LOOKS[state]} style={{ flexShrink: 0 }} />;
}
