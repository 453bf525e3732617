import { Table, Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { Schemas } from "../../api/client";
import { InertText } from "../../pieces/InertText";
import classes from "./Options.module.css";
import { Section } from "./Section";

type Option = Schemas["OptionItem"];

/** What there was to choose from, what was chosen, and why the rest was not. */
export function Options({ options }: { options: Option[] }) {
  if (!options.length) return null;
  const chosenFirst = [...options].sort((a, b) => Number(b.chosen) - Number(a.chosen));
  return (
    <Section title="Options">
      <Table className={classes.ledger} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Option</Table.Th>
            <Table.Th>Outcome</Table.Th>
            <Table.Th>Reason</Table.Th>
            <Table.Th>By</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {chosenFirst.map((option, place) => (
            <OptionRow key={place} option={option} />
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

function OptionRow({ option }: { option: Option }) {
  return (
    <Table.Tr>
      <Table.Td fw={option.chosen ? 600 : 400}>
        <InertText>{option.option}</InertText>
      </Table.Td>
      <Table.Td>
        <Outcome chosen={option.chosen} />
      </Table.Td>
      <Said text={option.reason} />
      <Said text={option.by} />
    </Table.Tr>
  );
}

function Outcome({ chosen }: { chosen: boolean }) {
  const Icon = chosen ? IconCheck : IconX;
  return (
    <Text span size="sm" c={chosen ? "pine" : "dimmed"} fw={600} className={classes.outcome}>
      <Icon size={15} aria-hidden />
      {chosen ? "Chosen" : "Rejected"}
    </Text>
  );
}

function Said({ text }: { text: string }) {
  if (text)
    return (
      <Table.Td>
        <InertText>{text}</InertText>
      </Table.Td>
    );
  return (
    <Table.Td className={classes.unsaid} c="dimmed" aria-label="not said">
      –
    </Table.Td>
  );
}
