import { Badge, Button, Text } from "@mantine/core";
import { api } from "../api/client";
import { DeliveriesSection } from "../pieces/DeliveriesSection";
import { InertText } from "../pieces/InertText";
import { Row } from "../pieces/Row";
import { When } from "../pieces/When";
import {
  type Endpoint,
  eventLabel,
  useDeliveries,
  useRereadEndpoints,
  type WebhookDelivery,
} from "./data";

const LOOKS = {
  waiting: { label: "Waiting", color: "blue" },
  delivered: { label: "Delivered", color: "pine" },
  failed: { label: "Given up", color: "red" },
  withdrawn: { label: "Withdrawn", color: "gray" },
} as const;

/** What was sent of late, and what the receiver answered. */
export function Deliveries({ endpoint }: { endpoint: Endpoint }) {
  const pages = useDeliveries(endpoint.id);
  const reread = useRereadEndpoints();
  const again = async (delivery_id: string) => {
    await api.POST("/api/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver", {
      params: { path: { endpoint_id: endpoint.id, delivery_id } },
    });
    await reread();
  };
  return (
    <DeliveriesSection
      pages={pages}
      description="Of the last 30 days, newest first."
      gap="sm"
      nothing="Nothing was sent yet. Send a test to see that it arrives."
      again={again}
    >
      {(row, isBusy, onAgain) => (
        <One
          key={row.id}
          delivery={row}
          canSend={endpoint.active ?? false}
          isBusy={isBusy}
          onAgain={onAgain}
        />
      )}
    </DeliveriesSection>
  );
}

function One({
  delivery,
  canSend,
  isBusy,
  onAgain,
}: {
  delivery: WebhookDelivery;
  canSend: boolean;
  isBusy: boolean;
  onAgain: () => void;
}) {
  const { label, color } = LOOKS[delivery.state ?? "waiting"];
  const actions = (
    <>
      <When at={delivery.created_at} size="sm" c="dimmed" />
      <Badge color={color}>{label}</Badge>
      <Button
        variant="default"
        size="compact-sm"
        disabled={!canSend || delivery.state === "waiting"}
        loading={isBusy}
        onClick={onAgain}
        aria-label={`Send again: ${eventLabel(delivery.event)}, ${delivery.created_at}`}
      >
        Send again
      </Button>
    </>
  );
  return (
    <Row actions={actions}>
      <Text size="sm" fw={550}>
        {eventLabel(delivery.event)}
      </Text>
      <Text size="sm" c="dimmed">
        <Outcome delivery={delivery} />
      </Text>
    </Row>
  );
}

function Outcome({ delivery }: { delivery: WebhookDelivery }) {
  if (delivery.state === "withdrawn") return "It was not shared any more when it was to be sent.";
  if (!delivery.attempts) return "Not sent yet.";
  const times = delivery.attempts === 1 ? "once" : `${delivery.attempts} times`;
  return (
    <>
      {delivery.status ? `Answered ${delivery.status}, sent ${times}.` : `Sent ${times}.`}
      {delivery.error && (
        <>
          {" "}
          <InertText>{delivery.error}</InertText>
        </>
      )}
      {delivery.state === "waiting" && delivery.due_at && (
        <>
          {" "}
          Next try <When at={delivery.due_at} size="sm" />.
        </>
      )}
    </>
  );
}
