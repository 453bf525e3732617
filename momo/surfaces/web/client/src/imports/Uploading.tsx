import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { ProblemAlert } from "../pieces/ProblemAlert";
import type { Picked } from "./picked";
import { handIn, type Upload } from "./upload";

/** While a file or folder is on its way to Momo. */
export function Uploading({
  picked,
  onDone,
  onStop,
}: {
  picked: Picked;
  onDone: (upload: Upload) => void;
  onStop: () => void;
}) {
  const [share, setShare] = useState(0);
  const [problem, setProblem] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    setProblem(null);
    setShare(0);
    setAttempt((before) => before + 1);
  };
  useEffect(() => {
    const stop = new AbortController();
    handIn(picked, setShare, stop.signal).then(onDone, (error: unknown) => {
      if (!stop.signal.aborted) setProblem(error);
    });
    return () => stop.abort();
  }, [picked, attempt, onDone]);
  return (
    <Stack gap="xs">
      {problem ? <ProblemAlert error={problem} retry={retry} /> : <Arriving share={share} />}
      <Group>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onStop}>
          {problem ? "Remove" : "Stop"}
        </Button>
      </Group>
    </Stack>
  );
}

function Arriving({ share }: { share: number }) {
  const said = share >= 1 ? "Looking at what it is" : `${Math.round(100 * share)} %`;
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={550}>
          Uploading
        </Text>
        <Text size="sm" c="dimmed" className="tabular" role="status">
          {said}
        </Text>
      </Group>
      <Progress.Root size="md">
        <Progress.Section
          value={100 * share}
          animated={share >= 1}
          aria-label="Uploading"
          aria-valuetext={said}
        />
      </Progress.Root>
    </div>
  );
}
