import { Button, Group, Paper, Stack, Text, Textarea, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { $api } from "../api/client";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Comparison } from "./Comparison";
import { type Changes, isChanged } from "./draft";

const QUESTIONS = 5; // that are tried at once

/** What the changes would make of one's own questions. */
export function Preview({ changes }: { changes: Changes }) {
  const [text, setText] = useState("");
  const queries = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const trial = $api.useMutation("post", "/api/v1/retrieval/preview");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    trial.mutate({ body: { queries, changes } });
  };
  const tried = trial.variables?.body.changes;
  const isOutdated = tried !== undefined && JSON.stringify(tried) !== JSON.stringify(changes);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="preview">
      <Title order={2} size="h4" id="preview" mb={4}>
        Try it on your own questions
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Results as they are beside those under the settings above. Nothing is kept.
      </Text>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Textarea
            label={`Questions, one a line, ${QUESTIONS} at most`}
            placeholder="Which database do we use?"
            autosize
            minRows={2}
            maxRows={QUESTIONS}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={queries.length > QUESTIONS && `${QUESTIONS} questions at most.`}
          />
          <Group>
            <Button
              type="submit"
              variant="light"
              loading={trial.isPending}
              disabled={!queries.length || queries.length > QUESTIONS}
            >
              Compare
            </Button>
            <Text size="sm" c="dimmed" role="status">
              {!isChanged(changes) && "Change something above to see a difference."}
              {isOutdated && "The settings have changed since: compare again."}
            </Text>
          </Group>
        </Stack>
      </form>
      <ProblemAlert error={trial.error} />
      {trial.data && (
        <Stack mt="lg" gap="xl" data-outdated={isOutdated || undefined}>
          {trial.data.items.map((item, place) => (
            <Comparison key={`${place} ${item.query}`} compared={item} />
          ))}
        </Stack>
      )}
    </Paper>
  );
}
