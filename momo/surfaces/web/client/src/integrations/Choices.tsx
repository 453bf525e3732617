import { Button, Checkbox, Group, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { IconLock, IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { notifications } from "@mantine/notifications";
import { $api, api, type Schemas } from "../api/client";
import { InertText } from "../pieces/InertText";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Section } from "../pieces/Section";
import { useAct } from "../pieces/useAct";
import { useRereadSources } from "./data";

type Choice = Schemas["ChoiceItem"];
const PATH = "/api/v1/integrations/{integration_id}/choices";

/** Which channels, repositories, labels or pages are collected. */
export function Choices({ sourceId }: { sourceId: string }) {
  const params = { path: { integration_id: sourceId } };
  const { data, error, isPending, refetch } = $api.useQuery("get", PATH, { params });
  return (
    <Section
      title="What is collected"
      description="What is newly chosen is brought in. What is no longer chosen stays, and is not followed any more."
    >
      {isPending && <Text size="sm">Asking the service…</Text>}
      <ProblemAlert error={error} retry={() => refetch()} />
      {data && <Picker key={String(data.all)} sourceId={sourceId} listing={data} />}
    </Section>
  );
}

function Picker({ sourceId, listing }: { sourceId: string; listing: Schemas["ChoicesItem"] }) {
  const [chosen, setChosen] = useState(() => idsOf(listing.items.filter((each) => each.chosen)));
  const [search, setSearch] = useState("");
  const { act, problem, busyWith } = useAct();
  const reread = useRereadSources();
  const shown = useMemo(() => matching(listing.items, search), [listing.items, search]);
  const set = (items: Choice[], isOn: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const { id } of items)
        if (isOn) after.add(id);
        else after.delete(id);
      return after;
    });
  const save = (ids: string[] | null) => async () => {
    await api.PUT(PATH, { params: { path: { integration_id: sourceId } }, body: { ids } });
    notifications.show({ message: "Saved. What is new is brought in now." });
    await reread();
  };
  const areAllOn = shown.length > 0 && shown.every(({ id }) => chosen.has(id));
  return (
    <Stack gap="sm">
      <TextInput
        aria-label="Search what can be collected"
        placeholder={`Search ${listing.items.length} entries`}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Checkbox
        label={search ? `All ${shown.length} found` : `All ${shown.length}`}
        checked={areAllOn}
        indeterminate={!areAllOn && shown.some(({ id }) => chosen.has(id))}
        onChange={(event) => set(shown, event.currentTarget.checked)}
        fw={600}
      />
      <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: 0 }}>
        <Stack gap={8} py={4}>
          {shown.map((choice) => (
            <One
              key={choice.id}
              choice={choice}
              isOn={chosen.has(choice.id)}
              onChange={(isOn) => set([choice], isOn)}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Text size="sm" c="dimmed" role="status" className="tabular">
        {chosen.size} of {listing.items.length} chosen
        {listing.all
          ? ". Nobody has chosen yet, so everything is collected, and what comes later too."
          : ""}
      </Text>
      <ProblemAlert error={problem} />
      <Group gap="xs">
        <Button loading={busyWith === "save"} onClick={() => act("save", save([...chosen]))}>
          Collect only these
        </Button>
        <Button
          variant="default"
          disabled={listing.all}
          loading={busyWith === "all"}
          onClick={() => act("all", save(null))}
        >
          Collect everything, also later
        </Button>
      </Group>
    </Stack>
  );
}

function One({
  choice,
  isOn,
  onChange,
}: {
  choice: Choice;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <Checkbox
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={
        <Group gap={6} wrap="nowrap" component="span">
          <InertText>{choice.name}</InertText>
          {choice.private && <IconLock size={14} aria-label="private" />}
          <Text span size="sm" c="dimmed">
            {choice.kind}
          </Text>
        </Group>
      }
    />
  );
}

function idsOf(items: Choice[]): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}

function matching(items: Choice[], search: string): Choice[] {
  const wanted = search.trim().toLowerCase();
  return wanted ? items.filter(({ name }) => name.toLowerCase().includes(wanted)) : items;
}
