import { Group, Text, Timeline } from "@mantine/core";
import { $api, type Schemas } from "../../api/client";
import { DecisionLink } from "../../pieces/DecisionLink";
import { HoldsBadge } from "../../pieces/HoldsBadge";
import { InertText } from "../../pieces/InertText";
import { When } from "../../pieces/When";
import { Section } from "./Section";

type Entry = Schemas["HistoryEntry"];

const TIES: Record<Entry["tie"], string> = {
  asked: "",
  replaced: "",
  similar: "alike",
  named: "names the same",
};
const HAPPENED: Record<Schemas["ChangeItem"]["what"], string> = {
  replaced: "replaced by",
  reversed: "reversed",
  restored: "restored",
  decided: "decided",
  pending: "put off",
};

/** What was decided on the same topic, oldest first, and what became of it. */
export function Topic({ id }: { id: string }) {
  const { data } = $api.useQuery("get", "/api/v1/decisions/{memory_id}/history", {
    params: { path: { memory_id: id } },
  });
  const entries = data?.entries ?? [];
  if (entries.length < 2) return null;
  const here = entries.findIndex((entry) => entry.id === id);
  return (
    <Section title="History of the topic">
      {data?.more && (
        <Text size="sm" c="dimmed" mb="xs">
          Only what is closest to it.
        </Text>
      )}
      <Timeline active={here} bulletSize={14} lineWidth={2}>
        {entries.map((entry) => (
          <Timeline.Item
            key={entry.id}
            title={<EntryTitle entry={entry} isHere={entry.id === id} />}
          >
            <Became entry={entry} />
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}

function EntryTitle({ entry, isHere }: { entry: Entry; isHere: boolean }) {
  return (
    <Group gap="xs">
      {isHere ? (
        <Text span fw={600} aria-current="page">
          <InertText>{entry.title}</InertText>
        </Text>
      ) : (
        <DecisionLink id={entry.id} title={entry.title} fw={500} />
      )}
      <HoldsBadge holds={entry.holds} size="xs" />
    </Group>
  );
}

function Became({ entry }: { entry: Entry }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        <When at={entry.at} inherit />
        {TIES[entry.tie] && `, ${TIES[entry.tie]}`}
      </Text>
      {entry.changes.map((change, place) => (
        <Text key={place} size="sm" c="dimmed">
          <When at={change.at} inherit /> {HAPPENED[change.what]}
          {change.by && (
            <>
              {" "}
              <InertText>{change.by}</InertText>
            </>
          )}
          {change.who && (
            <>
              , said <InertText>{change.who}</InertText>
            </>
          )}
          {change.reason && (
            <>
              : <InertText>{change.reason}</InertText>
            </>
          )}
        </Text>
      ))}
    </>
  );
}
