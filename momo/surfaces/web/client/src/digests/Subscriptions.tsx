import { Button, Group, Modal, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { $api, type Schemas } from "../api/client";
import { byCursor } from "../api/pages";
import { EmptyState } from "../pieces/EmptyState";
import { MoreButton } from "../pieces/MoreButton";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { SubscriptionCard } from "./SubscriptionCard";
import { EditSubscription } from "./EditSubscription";
import { SubscriptionForm } from "./SubscriptionForm";

export type Subscription = Schemas["SubscriptionItem"];

/** Which digests are sent, when, and where to: one's own and the team's. */
export function Subscriptions() {
  const pages = $api.useInfiniteQuery("get", "/api/v1/digest-subscriptions", {}, byCursor);
  const [edited, setEdited] = useState<Subscription | "new" | null>(null);
  const close = () => setEdited(null);
  const rows = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const subscribe = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      variant={rows.length ? "default" : "filled"}
      onClick={() => setEdited("new")}
    >
      Subscribe
    </Button>
  );
  return (
    <>
      {pages.isPending && <PageSkeleton rows={2} />}
      <ProblemAlert error={pages.error} retry={() => pages.refetch()} />
      {pages.data && !rows.length && (
        <EmptyState title="You get no digests yet" action={subscribe}>
          A digest comes by mail, or for a team to a Slack channel, when there is something to tell.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Stack gap="sm">
          <Group justify="flex-end">{subscribe}</Group>
          {rows.map((row) => (
            <SubscriptionCard key={row.id} subscription={row} onEdit={() => setEdited(row)} />
          ))}
          <MoreButton pages={pages} />
        </Stack>
      )}
      <Modal
        opened={edited !== null}
        onClose={close}
        title={edited === "new" ? "Subscribe to a digest" : "Change the digest"}
      >
        {edited === "new" && <SubscriptionForm subscription={null} etag="" onDone={close} />}
        {edited !== null && edited !== "new" && <EditSubscription id={edited.id} onDone={close} />}
      </Modal>
    </>
  );
}
