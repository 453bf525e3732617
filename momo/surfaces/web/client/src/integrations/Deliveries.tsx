import { Badge, Button, Text } from "@mantine/core";
import { $api, api, type Schemas } from "../api/client";
import { byCursor } from "../api/pages";
import { DeliveriesSection } from "../pieces/DeliveriesSection";
import { InertText } from "../pieces/InertText";
import { Row } from "../pieces/Row";
import { When } from "../pieces/When";

type Delivery = Schemas["DeliveryItem"];

const LOOKS = {
  received: { label: "Waits to be read", color: "blue" },
  read: { label: "Read", color: "pine" },
  ignored: { label: "Nothing to collect", color: "gray" },
  failed: { label: "Failed", color: "red" },
} as const;

/** What the service sent of late: what it was, never what was in it. */
export function Deliveries({ sourceId }: { sourceId: string }) {
  const pages = $api.useInfiniteQuery(
    "get",
    "/api/v1/integrations/{integration_id}/deliveries",
    { params: { path: { integration_id: sourceId }, query: { limit: 10 } } },
    byCursor,
  );
  const retry = async (delivery_id: string) => {
    await api.POST("/api/v1/integrations/{integration_id}/deliveries/{delivery_id}/retry", {
      params: { path: { integration_id: sourceId, delivery_id } },
    });
    await pages.refetch();
  };
  return (
    <DeliveriesSection
      pages={pages}
      description="What the service told Momo of, newest first."
      gap="xs"
      nothing="Nothing was sent yet."
      again={retry}
    >
      {(row, isBusy, onRetry) => (
        <One key={row.id} delivery={row} isBusy={isBusy} onRetry={onRetry} />
      )}
    </DeliveriesSection>
  );
}

function One({
  delivery,
  isBusy,
  onRetry,
}: {
  delivery: Delivery;
  isBusy: boolean;
  onRetry: () => void;
}) {
  const { label, color } = LOOKS[delivery.state ?? "received"];
  const actions = (
    <>
      <When at={delivery.received_at} size="sm" c="dimmed" />
      <Badge color={color}>{label}</Badge>
      {delivery.state === "failed" && (
        <Button variant="default" size="compact-sm" loading={isBusy} onClick={onRetry}>
          Try again
        </Button>
      )}
    </>
  );
  return (
    <Row actions={actions}>
      <Text size="sm">
        <InertText>{delivery.event}</InertText>
      </Text>
      {delivery.error && (
        <Text size="sm" c="var(--mantine-color-error)">
          <InertText>{delivery.error}</InertText>
        </Text>
      )}
    </Row>
  );
}
