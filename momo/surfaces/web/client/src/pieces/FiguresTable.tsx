import { Table, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** Figures broken down by something, which is also the head of the first column. */
export function FiguresTable({
  by,
  heads,
  children,
}: {
  by: string;
  heads: ReactNode;
  children: ReactNode;
}) {
  const title = `By ${by.toLowerCase()}`;
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <Table className="tabular" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{by}</Table.Th>
            {heads}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </section>
  );
}
