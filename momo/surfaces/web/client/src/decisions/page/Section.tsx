import { Box, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

/** A part of a page under its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} mb="xl">
      <Title order={2} size="h4" id={id} mb="xs">
        {title}
      </Title>
      {children}
    </Box>
  );
}
