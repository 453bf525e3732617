import { Group, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus } from "@tabler/icons-react";
import type { Schemas } from "../api/client";
import { DecisionLink } from "../pieces/DecisionLink";
import { HoldsBadge } from "../pieces/HoldsBadge";
import { When } from "../pieces/When";

type Placed = Schemas["PlacedItem"];

/** One result with its place and, under the new settings, how far it moves. */
export function PlacedResult({ result, moving }: { result: Placed; moving: boolean }) {
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Text size="sm" c="dimmed" className="tabular" w={20} ta="right" span>
        {result.place}
      </Text>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" lineClamp={2} component="div">
          <DecisionLink id={result.id} kind={result.kind} title={result.title} c="bright" />
        </Text>
        <Group gap={6}>
          <When at={result.date} size="xs" c="dimmed" />
          {result.holds !== "holds" && <HoldsBadge holds={result.holds} size="xs" />}
        </Group>
      </div>
      {moving && <Movement result={result} />}
    </Group>
  );
}

/** By sign, number and word, not by color alone. */
function Movement({ result: { place, other } }: { result: Placed }) {
  if (place === other) return null;
  if (other === null) return <Moved icon={IconPlus} color="pine" said="new" told="New here" />;
  const by = Math.abs(other - place);
  return other > place ? (
    <Moved icon={IconArrowUp} color="pine" said={String(by)} told={`Up by ${by}, from ${other}`} />
  ) : (
    <Moved
      icon={IconArrowDown}
      color="red"
      said={String(by)}
      told={`Down by ${by}, from ${other}`}
    />
  );
}

function Moved({
  icon: Icon,
  color,
  said,
  told,
}: {
  icon: typeof IconPlus;
  color: string;
  said: string;
  told: string;
}) {
  return (
    <Text size="sm" c={color} span className="tabular" role="img" aria-label={told} title={told}>
      <Icon size={14} aria-hidden style={{ verticalAlign: "-2px" }} />
      {said}
    </Text>
  );
}
