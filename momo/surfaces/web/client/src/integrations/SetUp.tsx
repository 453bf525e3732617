import {
  ActionIcon,
  Alert,
  Code,
  CopyButton,
  Group,
  List,
  Stack,
  Text,
  Tooltip,
} from "@mantine/core";
import { IconCheck, IconCopy, IconSettings } from "@tabler/icons-react";
import type { Offer } from "./data";

/** What whoever runs Momo does before a service can be connected. */
export function SetUp({ offer }: { offer: Offer }) {
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconSettings size={18} aria-hidden />}
      title={`${offer.title} is not set up on this server yet`}
    >
      <Stack gap="sm">
        <Text size="sm">
          Whoever runs Momo registers an app at {offer.title}, once for all teams, and sets these
          variables. <Code>{offer.docs}</Code> has it step by step.
        </Text>
        <List size="sm" listStyleType="none" spacing={4}>
          {offer.missing.map((name) => (
            <List.Item key={name}>
              <Code>{name}</Code>
            </List.Item>
          ))}
        </List>
        <Address label="Where it sends people back to" value={offer.callback} />
        {offer.webhook && <Address label="Where it sends changes to" value={offer.webhook} />}
      </Stack>
    </Alert>
  );
}

function Address({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Code style={{ wordBreak: "break-all" }}>{value}</Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? "Copied" : "Copy"}>
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={copy}
                aria-label={`Copy: ${label}`}
              >
                {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}
