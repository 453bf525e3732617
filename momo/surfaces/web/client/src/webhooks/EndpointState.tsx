import { Badge } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconPlayerPause } from "@tabler/icons-react";
import type { Endpoint } from "./data";

/** Whether what is sent is taken, by word and sign as well as by color. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const { label, color, icon: Icon } = lookOf(endpoint);
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

function lookOf({ active, failing_since }: Endpoint) {
  if (!active) return { label: "Switched off", color: "gray", icon: IconPlayerPause };
  if (failing_since) return { label: "Failing", color: "red", icon: IconAlertTriangle };
  return { label: "On", color: "pine", icon: IconCheck };
}
