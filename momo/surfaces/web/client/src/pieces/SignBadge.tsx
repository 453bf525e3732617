import { Badge, type BadgeProps } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";

/** A state, told by word and sign as well as by color. */
export function SignBadge({
  label,
  icon: Icon,
  ...props
}: { label: string; icon: TablerIcon } & BadgeProps) {
  return (
    <Badge leftSection={<Icon size={12} stroke={2.4} aria-hidden />} {...props}>
      {label}
    </Badge>
  );
}
