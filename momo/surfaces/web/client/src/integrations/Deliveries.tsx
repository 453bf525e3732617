import { Badge, Button, Stack, Text } from "@mantine/core";
import { $api, api, type Schemas } from "../api/client";
import { byCursor } from "../api/pages";
import { InertText } from "../pieces/InertText";
import { MoreButton } from "../pieces/MoreButton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Row, Rows } from "../pieces/Row";
import { Section } from "../pieces/Section";
import { useAct } from "../pieces/useAct";
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
  const { act, problem, busyWith } = useAct();
  const rows = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const retry = (delivery_id: string) => async () => {
    await api.POST("/api/v1/integrations/{integration_id}/deliveries/{delivery_id}/retry", {
      params: { path: { integration_id: sourceId, delivery_id } },
    });
    await pages.refetch();
  };
  return (
    <Section title="Last deliveries" description="What the service told Momo of, newest first.">
      <Stack gap="xs">
        <ProblemAlert error={pages.error ?? problem} />
        {pages.isSuccess && !rows.length && <Text size="sm">Nothing was sent yet.</Text>}
        <Rows label="Deliveries">
          {rows.map((row) => (
            <One
              key={row.id}
              delivery={row}
              isBusy={busyWith === row.id}
              onRetry={() => act(row.id, retry(row.id))}
            />
          ))}
        </Rows>
        <MoreButton pages={pages} />
      </Stack>
    </Section>
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
