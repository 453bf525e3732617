import { IconAlertTriangle, IconCheck, IconPlayerPause } from "@tabler/icons-react";
import { SignBadge } from "../pieces/SignBadge";
import type { Endpoint } from "./data";

/** Whether what is sent is taken. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  return <SignBadge {...lookOf(endpoint)} style={{ flexShrink: 0 }} />;
}

function lookOf({ active, failing_since }: Endpoint) {
  if (!active) return { label: "Switched off", color: "gray", icon: IconPlayerPause };
  if (failing_since) return { label: "Failing", color: "red", icon: IconAlertTriangle };
  return { label: "On", color: "pine", icon: IconCheck };
}
