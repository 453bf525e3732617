import { Alert, Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { $api, type Schemas } from "../../api/client";
import { messageOf } from "../../api/problem";
import { useMe } from "../../api/session";
import { InertText } from "../../pieces/InertText";
import { When } from "../../pieces/When";
import type { DecisionInFull } from "../words";
import { isDecider } from "./deciders";
import { openEditor } from "./dialogs";
import type { Read } from "./useDecision";
import { useNames } from "./useNames";

const RATIFY = "/api/v1/decisions/{memory_id}/ratify";
const SAID: Record<Schemas["RatificationVerdictEnum"], string> = {
  confirm: "confirmed it",
  edit: "corrected it",
  reject: "rejected it",
};

/** What those who made the decision say of it, and the question to whoever has not said so yet. */
export function Verdicts({ read }: { read: Read }) {
  const { decision } = read;
  const me = useMe();
  const params = { path: { memory_id: decision.id } };
  const { data: words } = $api.useQuery("get", RATIFY, { params });
  const nameOf = useNames();
  if (!words) return null;
  const mine = words.find((word) => word.by_principal === me.id);
  const asks = !mine && isOpen(decision, me.id) && isDecider(decision, me);
  return (
    <>
      {asks && <Question read={read} />}
      {words.map((word) => (
        <Text key={word.by_principal} size="sm" mb="sm">
          <InertText>{nameOf(word.by_principal)}</InertText> {SAID[word.verdict]},{" "}
          <When at={word.at} inherit />
          {word.reason && (
            <>
              : <InertText>{word.reason}</InertText>
            </>
          )}
          {word === mine && <Withdraw id={decision.id} />}
        </Text>
      ))}
    </>
  );
}

function Question({ read }: { read: Read }) {
  const { say, isPending } = useVerdict(read.decision.id);
  return (
    <Alert variant="light" mb="lg" title="Is this what you decided?">
      <Group gap="xs">
        <Button size="xs" loading={isPending} onClick={() => say("confirm")}>
          Yes, confirm
        </Button>
        <Button size="xs" variant="default" onClick={() => openEditor(read, { asDecider: true })}>
          Correct it
        </Button>
        <Button size="xs" variant="default" onClick={() => say("reject")}>
          No, reject
        </Button>
      </Group>
    </Alert>
  );
}

/** Say of a decision, as who made it, whether it is right. */
export function useVerdict(id: string) {
  const queries = useQueryClient();
  const { mutate, isPending } = $api.useMutation("post", RATIFY, {
    onSuccess: () => queries.invalidateQueries(),
    onError: (error: unknown) => notifications.show({ color: "red", message: messageOf(error) }),
  });
  const say = (verdict: "confirm" | "reject") =>
    mutate({
      params: { path: { memory_id: id } },
      body: { verdict } as Schemas["RatifyBodyRequest"],
    });
  return { say, isPending };
}

function Withdraw({ id }: { id: string }) {
  const queries = useQueryClient();
  const { mutate, isPending } = $api.useMutation("delete", RATIFY, {
    onSuccess: () => queries.invalidateQueries(),
    onError: (error: unknown) => notifications.show({ color: "red", message: messageOf(error) }),
  });
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      ml="xs"
      loading={isPending}
      onClick={() => mutate({ params: { path: { memory_id: id } } })}
    >
      Take it back
    </Button>
  );
}

/** Whether it holds, and is not what they stated here themselves. */
function isOpen(decision: DecisionInFull, me: string): boolean {
  const stated = decision.source === "manual" && decision.owner_id === me;
  return !stated && (decision.holds === "holds" || decision.holds === "pending");
}
