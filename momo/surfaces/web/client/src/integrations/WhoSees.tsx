import { Group, Text } from "@mantine/core";
import { IconLock, IconUsersGroup } from "@tabler/icons-react";

/** Who sees what a source gives. */
export function WhoSees({ visibility }: { visibility: string }) {
  const isShared = visibility === "shared";
  const Icon = isShared ? IconUsersGroup : IconLock;
  return (
    <Group gap={5} wrap="nowrap" component="span" display="inline-flex">
      <Icon size={15} stroke={1.7} aria-hidden />
      <Text span size="sm" c="dimmed">
        {isShared ? "The team" : visibility === "secret" ? "Only you, secret" : "Only you"}
      </Text>
    </Group>
  );
}
