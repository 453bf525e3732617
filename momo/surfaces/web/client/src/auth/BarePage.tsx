import { Anchor, Center, Paper, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { Logo } from "../app/Logo";
import { PageHeader } from "../pieces/PageHeader";

/** A page for somebody who is in no team yet, or not signed in. */
export function BarePage({
  title,
  description,
  footer,
  children,
}: {
  title: string;
  description?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={420} gap="lg">
        <Center>
          <Logo />
        </Center>
        <Paper withBorder radius="lg" p={{ base: "lg", xs: "xl" }}>
          <PageHeader title={title} description={description} />
          {children}
        </Paper>
        {footer && (
          <Stack gap={6} align="center" ta="center" fz="sm">
            {footer}
          </Stack>
        )}
      </Stack>
    </Center>
  );
}

/** A link of such a page to another one. */
export function BareLink(props: LinkProps) {
  return <Anchor component={Link} fz="sm" underline="always" {...props} />;
}
