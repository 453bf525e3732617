import {
  Box,
  Button,
  ColorSwatch,
  Group,
  Paper,
  ScrollArea,
  Skeleton,
  Table,
  Text,
  Title,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, Suspense, useId } from "react";
import classes from "./ChartCard.module.css";
import type { Series } from "./series";

const HEIGHT = 240; // pixels, of a chart or its table, so that nothing jumps

/** A chart with what it says in words, and its numbers as a table. */
export function ChartCard({
  title,
  says,
  head,
  rows,
  series,
  children,
}: {
  title: string;
  says: string;
  head: string[];
  rows: (string | number)[][];
  series: Series[];
  children: ReactNode;
}) {
  const [asTable, { toggle }] = useDisclosure();
  const id = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
        <div>
          <Title order={2} size="h5" id={id}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {says}
          </Text>
        </div>
        <Button size="compact-xs" variant="default" onClick={toggle} style={{ flex: "none" }}>
          {asTable ? "Show as chart" : "Show as table"}
        </Button>
      </Group>
      <Box h={HEIGHT}>
        {asTable ? (
          <Numbers title={title} head={head} rows={rows} />
        ) : (
          <div role="img" aria-label={`${title}. ${says}`}>
            <Suspense fallback={<Skeleton height={HEIGHT} />}>{children}</Suspense>
          </div>
        )}
      </Box>
      {!asTable && <Legend series={series} />}
    </Paper>
  );
}

function Legend({ series }: { series: Series[] }) {
  return (
    <Group component="ul" gap="xs" m={0} mt="sm" p={0} style={{ listStyle: "none" }}>
      {series.map(({ name, label, color }) => (
        <Group key={name} component="li" gap={6} wrap="nowrap">
          <ColorSwatch
            component="span"
            size={10}
            radius={2}
            color={css(color)}
            withShadow={false}
          />
          <Text size="xs">{label}</Text>
        </Group>
      ))}
    </Group>
  );
}

function css(color: string): string {
  return `var(--mantine-color-${color.replace(".", "-")})`;
}

function Numbers({
  title,
  head,
  rows,
}: {
  title: string;
  head: string[];
  rows: (string | number)[][];
}) {
  return (
    <ScrollArea
      h={HEIGHT}
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": `${title}, as a table` }}
    >
      <Table stickyHeader className="tabular" fz="sm">
        <Table.Thead>
          <Table.Tr>
            {head.map((name) => (
              <Table.Th key={name} className={classes.head}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([first, ...rest]) => (
            <Table.Tr key={first}>
              <Table.Th scope="row" fw={500} className={classes.head}>
                {first}
              </Table.Th>
              {rest.map((value, column) => (
                <Table.Td key={head[column + 1]}>{value}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
