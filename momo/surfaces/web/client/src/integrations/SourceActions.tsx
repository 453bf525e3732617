import { Button, Group, Stack } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from "@tabler/icons-react";
import { notifications } from "@mantine/notifications";
import { Link } from "react-router";
import { api } from "../api/client";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useAct } from "../pieces/useAct";
import { type SourceDetail, type State, useRereadSources } from "./data";

/** Look for changes now, pause, go on, or connect again. */
export function SourceActions({ source, state }: { source: SourceDetail; state: State }) {
  const { act, problem, busyWith } = useAct();
  const reread = useRereadSources();
  const params = { path: { integration_id: source.id } };
  const sync = async () => {
    await api.POST("/api/v1/integrations/{integration_id}/sync", { params });
    notifications.show({ message: "A worker looks for changes now." });
    await reread();
  };
  const pause = async () => {
    await api.POST("/api/v1/integrations/{integration_id}/pause", { params });
    await reread();
  };
  const resume = async () => {
    await api.POST("/api/v1/integrations/{integration_id}/resume", { params });
    await reread();
  };
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        {state === "connected" && (
          <>
            <Button
              leftSection={<IconRefresh size={16} aria-hidden />}
              variant="default"
              loading={busyWith === "sync"}
              onClick={() => act("sync", sync)}
            >
              Sync now
            </Button>
            <Button
              leftSection={<IconPlayerPause size={16} aria-hidden />}
              variant="default"
              loading={busyWith === "pause"}
              onClick={() => act("pause", pause)}
            >
              Pause
            </Button>
          </>
        )}
        {state === "paused" && (
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={busyWith === "resume"}
            onClick={() => act("resume", resume)}
          >
            Resume
          </Button>
        )}
        {(state === "needs_attention" || state === "disconnected") && (
          <Button component={Link} to={`/integrations/connect/${source.kind}`}>
            Connect again
          </Button>
        )}
      </Group>
      <ProblemAlert error={problem} />
    </Stack>
  );
}
