import { Stack, Text } from "@mantine/core";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { MoreButton } from "./MoreButton";
import { ProblemAlert } from "./ProblemAlert";
import { Rows } from "./Row";
import { Section } from "./Section";
import { useAct } from "./useAct";

/** What was sent of late, in or out, one at a time of which can be tried again. */
export function DeliveriesSection<Delivery extends { id: string }>({
  pages,
  description,
  gap,
  nothing,
  again,
  children,
}: {
  pages: UseInfiniteQueryResult<InfiniteData<{ items: Delivery[] }>, unknown>;
  description: string;
  gap: "xs" | "sm";
  nothing: string;
  again: (id: string) => Promise<unknown>;
  children: (delivery: Delivery, isBusy: boolean, onAgain: () => void) => ReactNode;
}) {
  const { act, problem, busyWith } = useAct();
  const rows = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section title="Last deliveries" description={description}>
      <Stack gap={gap}>
        <ProblemAlert error={pages.error ?? problem} />
        {pages.isSuccess && !rows.length && <Text size="sm">{nothing}</Text>}
        <Rows label="Deliveries">
          {rows.map((row) =>
            children(row, busyWith === row.id, () => act(row.id, () => again(row.id))),
          )}
        </Rows>
        <MoreButton pages={pages} />
      </Stack>
    </Section>
  );
}
