import { Stack, Table, Text, Title } from "@mantine/core";
import { $api, type Schemas } from "../api/client";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";

type Threshold = Schemas["ThresholdItem"];

const AREAS: { area: Threshold["area"]; title: string }[] = [
  { area: "answers", title: "Answers" },
  { area: "reconciling", title: "Reconciling" },
  { area: "compaction", title: "Summing up what is old" },
  { area: "commitments", title: "Commitments" },
];

/** The numbers at which a line is drawn, to read. */
export function Thresholds() {
  const { data, error, isPending, refetch } = $api.useQuery("get", "/api/v1/settings/thresholds");
  if (isPending) return <PageSkeleton rows={6} />;
  if (error) return <ProblemAlert error={error} retry={() => refetch()} />;
  return (
    <Stack gap="xl">
      <Text size="sm" c="dimmed" maw="70ch">
        Where Momo draws a line. They are the same for every team and cannot be changed, as what is
        stored depends on them.
      </Text>
      {AREAS.map(({ area, title }) => (
        <section key={area} aria-label={title}>
          <Title order={2} size="h4" mb="xs">
            {title}
          </Title>
          <Table verticalSpacing="xs" layout="fixed">
            <Table.Tbody>
              {data.items
                .filter((each) => each.area === area)
                .map((each) => (
                  <Row key={each.name} threshold={each} />
                ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
    </Stack>
  );
}

function Row({ threshold: { label, meaning, unit, value } }: { threshold: Threshold }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <Text fw={600}>{label}</Text>
        <Text size="sm" c="dimmed">
          {meaning}
        </Text>
      </Table.Th>
      <Table.Td w={140} ta="right" valign="top">
        <Text className="tabular" fw={600}>
          {value.toLocaleString()}
        </Text>
        <Text size="xs" c="dimmed">
          {unit}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
