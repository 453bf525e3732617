import { Badge, Box, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Section } from "../pieces/Section";
import { useAct } from "../pieces/useAct";
import { When } from "../pieces/When";
import { browserOf } from "./browsers";
import { endSessions, type SessionItem, useReadAgain, useSessions } from "./security";

/** Where one is signed in, and the way to end what one does not know. */
export function SessionsSection() {
  const { data, error, refetch } = useSessions();
  const readAgain = useReadAgain();
  const { act, problem, busyWith } = useAct();
  const others = data?.filter((session) => !session.is_current) ?? [];
  const end = (sessions: SessionItem[], what: string) =>
    act(what, async () => {
      await endSessions(sessions.map((session) => session.id));
      await readAgain();
    });
  return (
    <Section
      title="Sessions"
      description="Browsers in which you are signed in."
      action={
        others.length > 1 && (
          <Button
            variant="default"
            size="xs"
            loading={busyWith === "all"}
            onClick={() => end(others, "all")}
          >
            End all others
          </Button>
        )
      }
    >
      <Stack>
        <ProblemAlert error={error} retry={refetch} />
        <ProblemAlert error={problem} />
        {!data && !error && <Skeleton height={44} />}
        {data?.map((session) => (
          <Group key={session.id} justify="space-between" gap="sm">
            <Box miw={0}>
              <Text fw={500}>{browserOf(session.user_agent)}</Text>
              <Text fz="sm" c="dimmed">
                {session.ip}, since{" "}
                <When at={new Date(session.created_at * 1000).toISOString()} inherit />
              </Text>
            </Box>
            {session.is_current ? (
              <Badge>This one</Badge>
            ) : (
              <Button
                variant="default"
                size="xs"
                loading={busyWith === `${session.id}`}
                onClick={() => end([session], `${session.id}`)}
                aria-label={`End the session of ${browserOf(session.user_agent)} at ${session.ip}`}
              >
                End
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
