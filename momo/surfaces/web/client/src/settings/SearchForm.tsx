import { Button, Group, Stack, Title } from "@mantine/core";
import { useState } from "react";
import { changesOf, draftOf, isChanged, type Settings, withDefaults, withNumber } from "./draft";
import { KeepBar } from "./KeepBar";
import { ModeSelects } from "./ModeSelects";
import { ParameterField } from "./ParameterField";
import { Preview } from "./Preview";

/** The numbers that results are ranked with, tried on one's own questions before they are kept. */
export function SearchForm({
  settings,
  etag,
  isAdmin,
}: {
  settings: Settings;
  etag: string;
  isAdmin: boolean;
}) {
  const [draft, setDraft] = useState(() => draftOf(settings));
  const changes = changesOf(draft, settings);
  const discard = () => setDraft(draftOf(settings));
  return (
    <Stack gap="xl">
      <ModeSelects draft={draft} onChange={setDraft} />
      <section aria-labelledby="ranking">
        <Group justify="space-between" mb="md">
          <Title order={2} size="h4" id="ranking">
            Ranking
          </Title>
          <Button
            variant="default"
            size="xs"
            disabled={!settings.parameters.some(({ name }) => draft.own.has(name))}
            onClick={() => setDraft(withDefaults(draft, settings))}
          >
            Back to all defaults
          </Button>
        </Group>
        <Stack gap="lg">
          {settings.parameters.map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              value={draft.numbers[parameter.name] ?? parameter.value}
              isOwn={draft.own.has(parameter.name)}
              onChange={(value) => setDraft(withNumber(draft, parameter, value))}
            />
          ))}
        </Stack>
      </section>
      <Preview changes={changes} />
      {isAdmin && isChanged(changes) && (
        <KeepBar changes={changes} etag={etag} onDiscard={discard} />
      )}
    </Stack>
  );
}
