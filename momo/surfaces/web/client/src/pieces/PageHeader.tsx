import { Anchor, Box, Group, Text, Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { InertText } from "./InertText";
import { withoutHiddenMarks } from "./inert";

/**
 * The one h1 of a page. It names the document too, and takes the focus when the page is come to,
 * so that a screen reader says where one is.
 */
export function PageHeader({
  title,
  back,
  description,
  children,
}: {
  title: string;
  /** The page that this one is a part of. */
  back?: { to: string; label: string };
  description?: ReactNode;
  /** What one can do with the whole page. */
  children?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${withoutHiddenMarks(title)} · Momo`;
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="lg">
      <Box flex="1 1 320px" miw={0}>
        {back && (
          <Anchor component={Link} to={back.to} size="sm" display="inline-block" mb={4}>
            <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> {back.label}
          </Anchor>
        )}
        <Title order={1} size="h2" tabIndex={-1} ref={heading}>
          <InertText>{title}</InertText>
        </Title>
        {description && (
          <Text c="dimmed" mt={4} maw="70ch" component="div">
            {description}
          </Text>
        )}
      </Box>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
