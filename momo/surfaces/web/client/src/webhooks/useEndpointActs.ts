import { notifications } from "@mantine/notifications";
import { api } from "../api/client";
import { useAct } from "../pieces/useAct";
import { type Endpoint, useRereadEndpoints, type WebhookDelivery } from "./data";

const PATH = "/api/v1/webhook-endpoints/{endpoint_id}";

/** Sending a test and switching on or off; what came of it is told, and the lists read again. */
export function useEndpointActs(endpoint: Endpoint) {
  const { act, problem, busyWith } = useAct();
  const reread = useRereadEndpoints();
  const params = { path: { endpoint_id: endpoint.id } };
  const test = () =>
    act("test", async () => {
      const { data } = await api.POST(`${PATH}/test`, { params });
      if (data) notifications.show(told(data));
      await reread();
    });
  const toggle = () =>
    act("toggle", async () => {
      await api.PATCH(PATH, { params, body: { active: !endpoint.active } });
      await reread();
    });
  return { test, toggle, problem, busyWith };
}

function told(delivery: WebhookDelivery) {
  if (delivery.state === "delivered")
    return { color: "pine", message: `The test was taken (${delivery.status}).` };
  const why = delivery.error || `The receiver answered ${delivery.status}.`;
  return { color: "red", title: "The test was not taken", message: why };
}
