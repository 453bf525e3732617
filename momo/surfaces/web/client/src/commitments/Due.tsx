import { Badge, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import dayjs from "dayjs";
import { Day } from "../pieces/When";

/** When something is due; what is late says so in words. */
export function Due({ on, late }: { on: string | null; late: boolean }) {
  if (!on) {
    return (
      <Text size="sm" c="dimmed">
        No date
      </Text>
    );
  }
  if (!late) {
    return (
      <Text size="sm" span>
        Due <Day on={on} size="sm" />
      </Text>
    );
  }
  return (
    <Badge color="red" leftSection={<IconAlertTriangle size={12} aria-hidden />}>
      <Day on={on} inherit />, {daysLate(on)} late
    </Badge>
  );
}

function daysLate(on: string): string {
  const days = Math.max(1, dayjs().startOf("day").diff(dayjs(on), "day"));
  return days === 1 ? "1 day" : `${days} days`;
}
