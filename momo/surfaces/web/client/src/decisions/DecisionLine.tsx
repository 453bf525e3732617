import { Group } from "@mantine/core";
import type { Schemas } from "../api/client";
import { DecisionLink } from "../pieces/DecisionLink";
import { HoldsBadge } from "../pieces/HoldsBadge";
import { When } from "../pieces/When";
import { isStanding } from "./words";

interface Props {
  id: string;
  title: string;
  holds: Schemas["MemoryItem"]["holds"] | null;
  at: string | null;
}

/** A decision in a list beside other matters: what it is, whether it holds, and since when. */
export function DecisionLine({ id, title, holds, at }: Props) {
  return (
    <div>
      <DecisionLink id={id} title={title} />
      <Group gap="xs">
        {holds && isStanding(holds) && <HoldsBadge holds={holds} size="xs" />}
        {at && <When at={at} size="sm" c="dimmed" />}
      </Group>
    </div>
  );
}
