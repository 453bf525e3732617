import { Group, Paper, Progress, Stack, Table, Text } from "@mantine/core";
import { $api, type Schemas } from "../api/client";
import { EmptyState } from "../pieces/EmptyState";
import { FiguresTable } from "../pieces/FiguresTable";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { sourceName } from "../pieces/SourceMark";

type Judged = Schemas["JudgedItem"];

/** How often what was found is right, by the word of those who decided. */
export function Accuracy() {
  const { data, error, isPending, refetch } = $api.useQuery("get", "/api/v1/accuracy");
  if (isPending) return <PageSkeleton rows={3} />;
  if (error) return <ProblemAlert error={error} retry={() => refetch()} />;
  if (!data.team.judged) {
    return (
      <EmptyState title="No figures yet">
        Once people confirm, correct or reject what was found in their words, this says how often it
        was right.
      </EmptyState>
    );
  }
  return (
    <Stack gap="xl">
      <Paper withBorder p="lg">
        <Text size="sm" c="dimmed">
          Right as found
        </Text>
        <Text fz={40} fw={650} className="tabular" lh={1.2}>
          {percent(data.team)}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          Of {data.team.judged} that were judged: {data.team.confirmed} confirmed,{" "}
          {data.team.edited} corrected, {data.team.rejected} rejected.
        </Text>
      </Paper>
      <Breakdown by="Type" of={data.by_type} nameOf={readable} />
      <Breakdown by="Source" of={data.by_source} nameOf={sourceName} />
    </Stack>
  );
}

function Breakdown({
  by,
  of,
  nameOf,
}: {
  by: string;
  of: Readonly<Record<string, Judged>>;
  nameOf: (key: string) => string;
}) {
  return (
    <FiguresTable
      by={by}
      heads={
        <>
          <Table.Th>Right</Table.Th>
          <Table.Th ta="right">Judged</Table.Th>
        </>
      }
    >
      {Object.entries(of).map(([key, judged]) => (
        <Table.Tr key={key}>
          <Table.Td>{nameOf(key)}</Table.Td>
          <Table.Td>
            <Group gap="sm" wrap="nowrap">
              <Progress value={100 * (judged.share ?? 0)} w={120} visibleFrom="xs" aria-hidden />
              {percent(judged)}
            </Group>
          </Table.Td>
          <Table.Td ta="right">{judged.judged}</Table.Td>
        </Table.Tr>
      ))}
    </FiguresTable>
  );
}

function percent(judged: Judged): string {
  return judged.share === null ? "" : `${Math.round(100 * judged.share)} %`;
}

function readable(name: string): string {
  const words = name.replaceAll("_", " ");
  return words ? (words[0] ?? "").toUpperCase() + words.slice(1) : "Other";
}
