import { Group, Text } from "@mantine/core";
import {
  IconBrandDiscord,
  IconBrandGithub,
  IconBrandGmail,
  IconBrandNotion,
  IconBrandSlack,
  IconFileText,
  IconGitCommit,
  IconMail,
  IconPencil,
  IconStack2,
  type TablerIcon,
} from "@tabler/icons-react";
import { InertText } from "./InertText";

const MARKS: Record<string, { label: string; icon: TablerIcon }> = {
  gmail: { label: "Gmail", icon: IconBrandGmail },
  mail: { label: "Mail", icon: IconMail },
  file: { label: "Files", icon: IconFileText },
  mbox: { label: "Mail", icon: IconMail },
  github: { label: "GitHub", icon: IconBrandGithub },
  git: { label: "Git", icon: IconGitCommit },
  notion: { label: "Notion", icon: IconBrandNotion },
  slack: { label: "Slack", icon: IconBrandSlack },
  discord: { label: "Discord", icon: IconBrandDiscord },
  adr: { label: "ADR", icon: IconFileText },
  notes: { label: "Notes", icon: IconFileText },
  compaction: { label: "Summed up", icon: IconStack2 },
  manual: { label: "Stated here", icon: IconPencil },
};

export function sourceName(source: string): string {
  return MARKS[source]?.label ?? source;
}

/** The sign of a source alone, beside its name. */
export function SourceIcon({ source }: { source: string }) {
  const Icon = MARKS[source]?.icon ?? IconFileText;
  return <Icon size={16} stroke={1.7} aria-hidden style={{ flexShrink: 0 }} />;
}

/** Where something was said: the sign of the source and its name. */
export function SourceMark({ source, place = "" }: { source: string; place?: string }) {
  return (
    <Group gap={5} wrap="nowrap" component="span" display="inline-flex" miw={0}>
      <SourceIcon source={source} />
      <Text span size="sm" c="dimmed" truncate>
        {sourceName(source)}
        {place && (
          <>
            {", "}
            <InertText>{place}</InertText>
          </>
        )}
      </Text>
    </Group>
  );
}
