import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useEffect } from "react";
import { Link } from "react-router";
import { api } from "../api/client";
import { useReread } from "../api/useReread";
import { InertText } from "../pieces/InertText";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useAct } from "../pieces/useAct";
import { ProgressBars } from "./ProgressBars";
import { Refusals } from "./Refusals";
import { type RunProgress, useRunProgress } from "./useRunProgress";

/** A reading as it goes on, and what came of it. */
export function RunCard({
  runId,
  onFinished,
}: {
  runId: string;
  onFinished?: (run: RunProgress) => void;
}) {
  const { run, problem } = useRunProgress(runId);
  const reread = useReread();
  const isFinished = run?.finished ?? false;
  useEffect(() => {
    if (!isFinished || !run) return;
    void reread();
    if (run.state === "done") onFinished?.(run);
    // Told once: what else of the run changes by then is no news.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFinished]);
  if (problem) return <ProblemAlert error={problem} />;
  if (!run) return <Text role="status">Waiting for a worker…</Text>;
  return (
    <Stack gap="sm">
      {run.state !== "failed" && <ProgressBars run={run} pipeline={run.pipeline} />}
      <Outcome run={run} />
      <Refusals runId={runId} refused={run.refused ?? 0} skipped={run.skipped ?? 0} />
    </Stack>
  );
}

function Outcome({ run }: { run: RunProgress }) {
  if (run.state === "failed") return <Failed error={run.error ?? ""} />;
  if (run.state === "interrupted")
    return <Text size="sm">Stopped. What was read stays; drop it again to go on.</Text>;
  if (run.state === "running") return <Stop runId={run.id} />;
  return (
    <Group gap="sm" role="status">
      <Text size="sm" className="tabular">
        {counted(run)}
        {run.finished ? "" : " You can leave this page: it goes on."}
      </Text>
      {run.finished && (
        <Group gap="md">
          <Anchor component={Link} to="/decisions" size="sm">
            See the decisions
          </Anchor>
          <Anchor component={Link} to="/ask" size="sm">
            Ask about it
          </Anchor>
        </Group>
      )}
    </Group>
  );
}

function counted(run: RunProgress): string {
  const parts = [
    `${(run.added ?? 0).toLocaleString()} new`,
    run.updated ? `${run.updated.toLocaleString()} changed` : "",
    run.unchanged ? `${run.unchanged.toLocaleString()} known already` : "",
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

function Failed({ error }: { error: string }) {
  return (
    <Alert color="red" variant="outline" role="alert" title="It could not be read">
      <InertText>{error}</InertText>
    </Alert>
  );
}

function Stop({ runId }: { runId: string }) {
  const { act, problem, busyWith } = useAct();
  const stop = () =>
    api.POST("/api/v1/sync-runs/{run_id}/stop", { params: { path: { run_id: runId } } });
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        size="compact-sm"
        loading={busyWith !== null}
        onClick={() => act("stop", stop)}
      >
        Stop
      </Button>
      <ProblemAlert error={problem} />
    </Stack>
  );
}
