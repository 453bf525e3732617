import { Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { $api, type Schemas } from "../api/client";
import { messageOf } from "../api/problem";
import { EmptyState } from "../pieces/EmptyState";
import { InertText } from "../pieces/InertText";
import { PageHeader } from "../pieces/PageHeader";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { spelledOut, TYPES } from "./words";

const SHOWN = 50;

/** Names that may be one person or thing: where no rule is sure enough, somebody says. */
export function Component() {
  const { data, error, refetch } = $api.useQuery("get", "/api/v1/entities/suggestions", {
    params: { query: { limit: SHOWN } },
  });
  return (
    <>
      <PageHeader
        title="Same or not?"
        back={{ to: "/entities", label: "All people and things" }}
        description="Names that look alike. What you say is remembered, and can be undone."
      />
      <ProblemAlert error={error} retry={refetch} />
      {!data && !error && <Skeleton height={300} />}
      {data && !data.items.length && (
        <EmptyState title="Nothing to say">Every name is known by now.</EmptyState>
      )}
      <Stack gap="sm" maw={760}>
        {data?.items.map((suggestion) => (
          <Suggestion key={suggestion.id} suggestion={suggestion} />
        ))}
      </Stack>
    </>
  );
}

function Suggestion({ suggestion }: { suggestion: Schemas["SuggestionItem"] }) {
  const { id, a, b, reason, score } = suggestion;
  const queries = useQueryClient();
  const { mutate, isPending } = $api.useMutation(
    "post",
    "/api/v1/entities/suggestions/{suggestion_id}",
    {
      onSuccess: () => queries.invalidateQueries(),
      onError: (error: unknown) => notifications.show({ color: "red", message: messageOf(error) }),
    },
  );
  const say = (same: boolean) =>
    mutate({ params: { path: { suggestion_id: id } }, body: { same, reason: "" } });
  const [first, second] = [spelledOut(a), spelledOut(b)];
  return (
    <Paper withBorder p="md" component="article" aria-label={`${first} and ${second}`}>
      <Text fw={600}>
        <InertText>{first}</InertText>
      </Text>
      <Text fw={600}>
        <InertText>{second}</InertText>
      </Text>
      <Text size="sm" c="dimmed" mt={4}>
        {TYPES[a.type].one}, alike {Math.round(score * 100)} of 100
        {reason && (
          <>
            : <InertText>{reason}</InertText>
          </>
        )}
      </Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" loading={isPending} onClick={() => say(true)}>
          They are one
        </Button>
        <Button size="xs" variant="default" disabled={isPending} onClick={() => say(false)}>
          They are two
        </Button>
      </Group>
    </Paper>
  );
}
