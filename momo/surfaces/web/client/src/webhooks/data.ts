import { $api, type Schemas } from "../api/client";
import { byCursor } from "../api/pages";
import { useReread } from "../api/useReread";

export type Endpoint = Schemas["EndpointItem"];
export type WebhookDelivery = Schemas["WebhookDeliveryItem"];
export type EventName = Schemas["WebhookEventEnum"];

const PATH = "/api/v1/webhook-endpoints";

export const EVENTS: { value: EventName; label: string; description: string }[] = [
  {
    value: "decision.made",
    label: "A decision was made",
    description: "Found or stated, or shared or confirmed by now.",
  },
  {
    value: "decision.superseded",
    label: "A decision was superseded",
    description: "A newer one replaced it.",
  },
  {
    value: "decision.reversed",
    label: "A decision was reversed",
    description: "It was taken back.",
  },
  {
    value: "conflict.opened",
    label: "A conflict was opened",
    description: "Two decisions cannot both hold, and a person must say which one does.",
  },
  {
    value: "commitment.due",
    label: "A commitment is due",
    description: "On the day it is due, as the team's time zone has it.",
  },
];

export function eventLabel(event: string): string {
  return EVENTS.find((each) => each.value === event)?.label ?? "A test";
}

export function useEndpoints() {
  return $api.useInfiniteQuery("get", PATH, { params: { query: { limit: 50 } } }, byCursor);
}

export function useEndpoint(id: string) {
  return $api.useQuery("get", `${PATH}/{endpoint_id}`, { params: { path: { endpoint_id: id } } });
}

export function useDeliveries(id: string) {
  return $api.useInfiniteQuery(
    "get",
    `${PATH}/{endpoint_id}/deliveries`,
    { params: { path: { endpoint_id: id }, query: { limit: 20 } } },
    byCursor,
  );
}

/** Read again what was said of endpoints: something about them was changed. */
export function useRereadEndpoints() {
  return useReread(PATH);
}
