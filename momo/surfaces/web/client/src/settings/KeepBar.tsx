import { Button, Group, Paper, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/client";
import { ApiProblem } from "../api/problem";
import { ifMatch } from "../api/versioned";
import { ProblemAlert } from "../pieces/ProblemAlert";
import type { Changes } from "./draft";
import classes from "./KeepBar.module.css";
import { SETTINGS_KEY } from "./SearchSettings";

const CHANGED_MEANWHILE = 412;

/** Keeps changes for the whole team, unless somebody else changed the settings meanwhile. */
export function KeepBar({
  changes,
  etag,
  onDiscard,
}: {
  changes: Changes;
  etag: string;
  onDiscard: () => void;
}) {
  const client = useQueryClient();
  const reread = () => client.invalidateQueries({ queryKey: SETTINGS_KEY });
  const save = useMutation({
    mutationFn: () =>
      api.PATCH("/api/v1/retrieval/settings", {
        params: { header: ifMatch(etag) },
        body: changes,
      }),
    onSuccess: () => {
      notifications.show({ message: "The team is searched like this from now on." });
      return reread();
    },
  });
  const isStale = save.error instanceof ApiProblem && save.error.status === CHANGED_MEANWHILE;
  return (
    <Paper withBorder p="sm" className={classes.bar} shadow="sm">
      <ProblemAlert error={save.error} retry={isStale ? reread : undefined} />
      <Group>
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          Keep for the team
        </Button>
        <Button variant="default" onClick={onDiscard}>
          Discard changes
        </Button>
        <Text size="sm" c="dimmed" visibleFrom="sm">
          Takes effect with the next question. Nothing is indexed anew.
        </Text>
      </Group>
    </Paper>
  );
}
