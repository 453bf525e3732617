import { Badge, Button, Group, Paper, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { $api } from "../api/client";
import { messageOf } from "../api/problem";
import { useReread } from "../api/useReread";
import { useIsAdmin } from "../api/session";
import { dialogs } from "../pieces/dialogs";
import { destinationsOf, scheduleOf } from "./schedule";
import type { Subscription } from "./Subscriptions";
import { InertText } from "../pieces/InertText";

const SENT: Record<string, string> = {
  sent: "It was sent.",
  empty: "There was nothing to tell, so nothing was sent.",
  due: "It is on its way.",
  parked: "It could not be delivered. Sent says why.",
};

/** One digest that comes again and again. */
export function SubscriptionCard({
  subscription,
  onEdit,
}: {
  subscription: Subscription;
  onEdit: () => void;
}) {
  const isAdmin = useIsAdmin();
  const isTeams = subscription.reader === "team";
  const { send, remove } = useActions(subscription);
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ flex: "1 1 260px" }}>
          <Group gap="xs">
            <Title order={2} size="h5">
              {isTeams ? "The team's digest" : "Your digest"}
            </Title>
            {!subscription.active && <Badge variant="default">Paused</Badge>}
          </Group>
          <Text size="sm">{scheduleOf(subscription)}</Text>
          <Text size="sm" c="dimmed">
            To: <InertText>{destinationsOf(subscription)}</InertText>
          </Text>
        </div>
        {(!isTeams || isAdmin) && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              loading={send.isPending}
              onClick={() => send.mutate(send.with)}
            >
              Send now
            </Button>
            <Button size="xs" variant="default" onClick={onEdit}>
              Change
            </Button>
            <Button size="xs" variant="default" onClick={() => ask(() => remove.mutate(send.with))}>
              Remove
            </Button>
          </Group>
        )}
      </Group>
    </Paper>
  );
}

function ask(remove: () => void) {
  dialogs.confirm({
    title: "Remove this digest?",
    children: "It is not sent any more, and the record of what it told goes with it.",
    labels: { confirm: "Remove", cancel: "Keep" },
    confirmProps: { color: "red" },
    onConfirm: remove,
  });
}

function useActions(subscription: Subscription) {
  const params = { params: { path: { subscription_id: subscription.id } } };
  const options = {
    onError: (error: unknown) => notifications.show({ color: "red", message: messageOf(error) }),
    onSettled: useReread("/api/v1/digest"), // -s and -subscriptions
  };
  const send = $api.useMutation("post", "/api/v1/digest-subscriptions/{subscription_id}/send", {
    ...options,
    onSuccess: (run) => notifications.show({ message: SENT[run.state] ?? SENT.due }),
  });
  const remove = $api.useMutation(
    "delete",
    "/api/v1/digest-subscriptions/{subscription_id}",
    options,
  );
  return { send: { ...send, with: params }, remove };
}
