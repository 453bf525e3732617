import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { $api } from "../api/client";
import { byCursor } from "../api/pages";
import { EmptyState } from "../pieces/EmptyState";
import { DecisionLink } from "../pieces/DecisionLink";
import { InertText } from "../pieces/InertText";
import { MoreButton } from "../pieces/MoreButton";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { When } from "../pieces/When";
import { type Conflict, useSettling } from "./settling";
import { useMemberNames } from "./useMemberNames";

/** Conflicts that somebody settled, with the way to take it back. */
export function SettledList() {
  const pages = $api.useInfiniteQuery(
    "get",
    "/api/v1/conflicts",
    { params: { query: { resolved: true } } },
    byCursor,
  );
  const names = useMemberNames();
  const { takeBack, busy } = useSettling();
  const settled = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (pages.isPending) return <PageSkeleton rows={3} />;
  if (pages.error) return <ProblemAlert error={pages.error} retry={() => pages.refetch()} />;
  if (!settled.length) return <EmptyState title="Nothing was settled yet" />;
  return (
    <Stack gap="xs">
      {settled.map((conflict) => (
        <Settled
          key={conflict.id}
          conflict={conflict}
          who={names[conflict.resolved_by ?? ""] ?? ""}
          busy={busy}
          onTakeBack={() => takeBack(conflict)}
        />
      ))}
      <MoreButton pages={pages} />
    </Stack>
  );
}

function Settled({
  conflict,
  who,
  busy,
  onTakeBack,
}: {
  conflict: Conflict;
  who: string;
  busy: boolean;
  onTakeBack: () => void;
}) {
  const { older, newer, holds } = conflict;
  const [kept, gone] = holds === "older" ? [older, newer] : [newer, older];
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" gap="sm" align="flex-start">
        <div style={{ flex: "1 1 260px" }}>
          <Text>
            <To side={kept} /> {holds === "both" ? "holds, and so does " : "holds, not "}
            <To side={gone} />
          </Text>
          <Text size="sm" c="dimmed">
            Settled{" "}
            {who && (
              <>
                by <InertText>{who}</InertText>{" "}
              </>
            )}
            {conflict.resolved_at && <When at={conflict.resolved_at} />}
          </Text>
        </div>
        <Button size="xs" variant="default" disabled={busy} onClick={onTakeBack}>
          Take back
        </Button>
      </Group>
    </Paper>
  );
}

function To({ side }: { side: Conflict["older"] }) {
  return <DecisionLink id={side.id} kind={side.kind} title={side.title} c="bright" fw={600} />;
}
