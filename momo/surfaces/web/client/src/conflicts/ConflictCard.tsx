import { SimpleGrid, Text } from "@mantine/core";
import { InertText } from "../pieces/InertText";
import { When } from "../pieces/When";
import { ChoiceButtons } from "./ChoiceButtons";
import { ConflictSide } from "./ConflictSide";
import { InboxCard } from "./InboxCard";
import type { Conflict, Holding } from "./settling";

const CHOICES: { holds: Holding; label: string }[] = [
  { holds: "older", label: "The older holds" },
  { holds: "newer", label: "The newer holds" },
  { holds: "both", label: "Both hold" },
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
    <InboxCard id={conflict.id} label={title} current={current} onEnter={onEnter}>
      <Text size="sm" c="dimmed" mb="sm">
        <InertText>{conflict.reason || "They cannot both hold."}</InertText> Found{" "}
        <When at={conflict.created_at} />.
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <ConflictSide side={conflict.older} label="Older" />
        <ConflictSide side={conflict.newer} label="Newer" />
      </SimpleGrid>
      <ChoiceButtons
        mt="md"
        choices={CHOICES.map(({ holds, label }) => ({ label, act: () => onSettle(holds) }))}
        current={current}
        busy={busy}
      />
    </InboxCard>
  );
}
