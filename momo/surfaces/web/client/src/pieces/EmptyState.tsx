import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** Where there is nothing to show: says why, and what to do next. */
export function EmptyState({
  title,
  order = 2,
  children,
  action,
}: {
  title: string;
  /** 1 where it stands in place of a whole page. */
  order?: 1 | 2;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" py={64} ta="center">
      <Title order={order} size="h4">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" maw={460} component="div">
          {children}
        </Text>
      )}
      {action && <div style={{ marginTop: 8 }}>{action}</div>}
    </Stack>
  );
}
