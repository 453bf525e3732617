import { ActionIcon, Alert, Code, CopyButton, Group, Stack, Text, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** A secret that is never shown again, with a button to copy it. */
export function ShownOnce({
  label,
  secret,
  children,
}: {
  label: string;
  secret: string;
  children?: ReactNode;
}) {
  return (
    <Alert color="pine" variant="light" title={label} role="status">
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Code block flex={1} fz="sm" style={{ whiteSpace: "pre-wrap", wordBreak: "break-all" }}>
            {secret}
          </Code>
          <CopyIcon value={secret} />
        </Group>
        <Text fz="sm">{children ?? "Copy it now: it is not shown again."}</Text>
      </Stack>
    </Alert>
  );
}

function CopyIcon({ value }: { value: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : "Copy"}>
          <ActionIcon
            variant="default"
            size="lg"
            onClick={copy}
            aria-label={copied ? "Copied" : "Copy"}
          >
            {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
