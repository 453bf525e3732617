import { Group, Text, UnstyledButton } from "@mantine/core";
import { HoldsBadge } from "../pieces/HoldsBadge";
import { InertText } from "../pieces/InertText";
import { SourceMark } from "../pieces/SourceMark";
import { When } from "../pieces/When";
import classes from "./chat.module.css";
import type { Citation } from "./types";

interface Props {
  citations: Citation[];
  current: string | null;
  onCite: (cited: Citation) => void;
}

/** What an answer rests on, each with whether it still holds. */
export function SourceList({ citations, current, onCite }: Props) {
  if (!citations.length) return null;
  return (
    <ol className={classes.sources} aria-label="Sources">
      {citations.map((cited) => (
        <li key={cited.number}>
          <UnstyledButton
            className={classes.source}
            aria-current={cited.memory_id === current || undefined}
            onClick={() => onCite(cited)}
          >
            <span className={classes.number} aria-hidden>
              {cited.number}
            </span>
            <span className={classes.sourceText}>
              <Text span size="sm" fw={500} lineClamp={2}>
                <InertText>{cited.title}</InertText>
              </Text>
              <Group component="span" gap={6} wrap="wrap">
                <SourceMark source={cited.source} place={cited.container} />
                <When at={cited.date} size="sm" c="dimmed" />
              </Group>
              {cited.superseded_by && (
                <Text span size="sm" c="dimmed">
                  Replaced by <InertText>{cited.superseded_by.title}</InertText>
                </Text>
              )}
            </span>
            <HoldsBadge holds={cited.holds} size="sm" />
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}
