import { Table } from "@mantine/core";
import { FiguresTable } from "../pieces/FiguresTable";
import { InertText } from "../pieces/InertText";
import classes from "./UsedTable.module.css";
import { counted, money, type Used } from "./numbers";

/** What was used by each stage or model, the dearest first. */
export function UsedTable({
  by,
  rows,
  currency,
  nameOf,
}: {
  by: string;
  rows: readonly Used[];
  currency: string;
  nameOf: (key: string) => string;
}) {
  const sorted = [...rows].sort(
    (a, b) => Number(b.cost) - Number(a.cost) || b.input_tokens - a.input_tokens,
  );
  return (
    <FiguresTable
      by={by}
      heads={
        <>
          <Table.Th ta="right" visibleFrom="xs">
            Calls
          </Table.Th>
          <Table.Th ta="right">Input</Table.Th>
          <Table.Th ta="right" visibleFrom="xs">
            Output
          </Table.Th>
          <Table.Th ta="right">Cost</Table.Th>
        </>
      }
    >
      {sorted.map((row) => (
        <Table.Tr key={row.key}>
          <Table.Td>
            <InertText>{nameOf(row.key)}</InertText>
          </Table.Td>
          <Table.Td ta="right" visibleFrom="xs">
            {counted(row.calls)}
          </Table.Td>
          <Table.Td ta="right" className={classes.number}>
            {counted(row.input_tokens)}
          </Table.Td>
          <Table.Td ta="right" visibleFrom="xs">
            {counted(row.output_tokens)}
          </Table.Td>
          <Table.Td ta="right" className={classes.number}>
            {row.unpriced_tokens && !Number(row.cost) ? "No price" : money(row.cost, currency)}
          </Table.Td>
        </Table.Tr>
      ))}
    </FiguresTable>
  );
}
