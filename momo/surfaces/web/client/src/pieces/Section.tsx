import { Box, Group, Paper, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

/** A part of a page that has a matter of its own, with its heading. */
export function Section({
  title,
  description,
  action,
  children,
}: {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const heading = useId();
  return (
    <Paper component="section" withBorder p={{ base: "md", sm: "lg" }} aria-labelledby={heading}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box flex="1 1 260px" miw={0}>
          <Title order={2} size="h4" id={heading}>
            {title}
          </Title>
          {description && (
            <Text c="dimmed" fz="sm" mt={2} maw="65ch" component="div">
              {description}
            </Text>
          )}
        </Box>
        {action}
      </Group>
      {children && <Box mt="md">{children}</Box>}
    </Paper>
  );
}
