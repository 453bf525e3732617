import { Button, Group, Kbd, Paper, SimpleGrid, Text } from "@mantine/core";
import { InertText } from "../pieces/InertText";
import { When } from "../pieces/When";
import classes from "./Card.module.css";
import { ConflictSide } from "./ConflictSide";
import type { Conflict, Holding } from "./settling";

export const CHOICES: { holds: Holding; label: string; key: string }[] = [
  { holds: "older", label: "The older holds", key: "1" },
  { holds: "newer", label: "The newer holds", key: "2" },
  { holds: "both", label: "Both hold", key: "3" },
];

/** Two decisions side by side, and the choice between them. */
export function ConflictCard({
  conflict,
  current,
  busy,
  onEnter,
  onSettle,
}: {
  conflict: Conflict;
  /** Whether the keys 1 to 3 are about this one. */
  current: boolean;
  busy: boolean;
  onEnter: () => void;
  onSettle: (holds: Holding) => void;
}) {
  const title = `${conflict.older.title} or ${conflict.newer.title}`;
  return (
    <Paper
      component="article"
      withBorder
      p="md"
      className={classes.card}
      data-current={current || undefined}
      id={conflict.id}
      aria-label={title}
      tabIndex={-1}
      onFocus={onEnter}
      onPointerDown={onEnter}
    >
      <Text size="sm" c="dimmed" mb="sm">
        <InertText>{conflict.reason || "They cannot both hold."}</InertText> Found{" "}
        <When at={conflict.created_at} />.
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <ConflictSide side={conflict.older} label="Older" />
        <ConflictSide side={conflict.newer} label="Newer" />
      </SimpleGrid>
      <Group mt="md" gap="xs">
        {CHOICES.map(({ holds, label, key }) => (
          <Button
            key={holds}
            variant="default"
            disabled={busy}
            onClick={() => onSettle(holds)}
            rightSection={
              current && (
                <Kbd size="xs" visibleFrom="sm">
                  {key}
                </Kbd>
              )
            }
          >
            {label}
          </Button>
        ))}
      </Group>
    </Paper>
  );
}
