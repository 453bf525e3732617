import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { $api, type Schemas } from "../api/client";
import { messageOf } from "../api/problem";
import { useReread } from "../api/useReread";
import { DecisionLink } from "../pieces/DecisionLink";
import { InertText } from "../pieces/InertText";
import { SourceLink } from "../pieces/SourceLink";
import { SourceMark } from "../pieces/SourceMark";
import { SourceQuote } from "../pieces/SourceQuote";
import { When } from "../pieces/When";
import { Due } from "./Due";

type Commitment = Schemas["CommitmentItem"];

/** One thing that is owed: who, by when, in which words, and the way to say that it is done. */
export function CommitmentRow({ commitment }: { commitment: Commitment }) {
  const isClosed = commitment.state === "closed";
  return (
    <Paper component="article" withBorder p="md" aria-label={commitment.title}>
      <Group align="flex-start" justify="space-between" gap="sm">
        <Stack gap={6} flex="1 1 280px" miw={0}>
          <DecisionLink
            id={commitment.id}
            kind={commitment.kind}
            title={commitment.title}
            c="bright"
            fw={600}
          />
          <Group gap="sm">
            <Text size="sm" fw={600}>
              {commitment.owner ? <InertText>{commitment.owner}</InertText> : "Nobody named"}
            </Text>
            <Due on={commitment.due_on} late={commitment.state === "overdue"} />
            <SourceMark source={commitment.source} />
            <When at={commitment.source_date} size="sm" c="dimmed" />
            <SourceLink url={commitment.source_url} />
          </Group>
          {commitment.quote && <SourceQuote quote={commitment.quote} />}
          {isClosed && <Closed commitment={commitment} />}
        </Stack>
        <Say commitment={commitment} />
      </Group>
    </Paper>
  );
}

function Closed({ commitment }: { commitment: Commitment }) {
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        Closed{" "}
        {commitment.closed_by ? (
          <>
            by <InertText>{commitment.closed_by}</InertText>
          </>
        ) : (
          "by a later message"
        )}{" "}
        {commitment.closed_at && <When at={commitment.closed_at} />}
      </Text>
      {commitment.evidence && <SourceQuote quote={commitment.evidence} />}
    </Stack>
  );
}

function Say({ commitment }: { commitment: Commitment }) {
  const options = {
    onError: (error: unknown) =>
      notifications.show({ color: "red", title: "Not changed", message: messageOf(error) }),
    onSettled: useReread(),
  };
  const close = $api.useMutation("post", "/api/v1/commitments/{memory_id}/close", options);
  const reopen = $api.useMutation("post", "/api/v1/commitments/{memory_id}/reopen", options);
  const isClosed = commitment.state === "closed";
  const say = isClosed ? reopen : close;
  return (
    <Button
      variant="default"
      size="xs"
      loading={say.isPending}
      onClick={() => say.mutate({ params: { path: { memory_id: commitment.id } } })}
      aria-label={`${isClosed ? "Reopen" : "Done"}: ${commitment.title}`}
    >
      {isClosed ? "Reopen" : "Done"}
    </Button>
  );
}
