import { Progress, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { $api } from "../api/client";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { waitingIn } from "./backlog";

const LOOK_AGAIN_MS = 1_000;

/** How far what came in is read. Says when all of it is. */
export function Watch({ onDone }: { onDone: () => void }) {
  const { data, error, refetch } = $api.useQuery("get", "/api/v1/pipeline", undefined, {
    refetchInterval: LOOK_AGAIN_MS,
    staleTime: 0,
  });
  const waiting = data ? waitingIn(data) : null;
  const [most, setMost] = useState(0);
  if (waiting !== null && waiting > most) setMost(waiting);
  const isDone = waiting === 0;
  useEffect(() => {
    if (isDone) onDone();
    // What else comes in after that is no news.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isDone]);
  const done = most - (waiting ?? most);
  return (
    <Stack gap="xs" py="md" role="status">
      <Text className="tabular">
        {most
          ? `${done.toLocaleString()} of ${most.toLocaleString()} read`
          : "Waiting for a worker…"}
      </Text>
      <Progress.Root size="lg">
        <Progress.Section
          value={most ? (100 * done) / most : 0}
          animated={!isDone}
          aria-label="Read of what came in"
        />
      </Progress.Root>
      <ProblemAlert error={error} retry={() => refetch()} />
      <Text size="sm" c="dimmed">
        Decisions are looked for in every message: who decided what, why, and what it replaces. You
        can go on meanwhile.
      </Text>
    </Stack>
  );
}
