import { Button } from "@mantine/core";
import { useNavigate } from "react-router";
import { api } from "../api/client";
import { dialogs } from "../pieces/dialogs";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Section } from "../pieces/Section";
import { useAct } from "../pieces/useAct";
import { type Endpoint, useRereadEndpoints } from "./data";

/** Ending an endpoint for good. */
export function Removing({ endpoint }: { endpoint: Endpoint }) {
  const { act, problem, busyWith } = useAct();
  const reread = useRereadEndpoints();
  const navigate = useNavigate();
  const remove = () =>
    act("remove", async () => {
      await api.DELETE("/api/v1/webhook-endpoints/{endpoint_id}", {
        params: { path: { endpoint_id: endpoint.id } },
      });
      await navigate("/webhooks");
      await reread();
    });
  const ask = () =>
    dialogs.confirm({
      title: "Remove this endpoint?",
      children: "Nothing is sent there any more, and the list of what was delivered goes.",
      labels: { confirm: "Remove", cancel: "Cancel" },
      confirmProps: { color: "red" },
      onConfirm: () => void remove(),
    });
  return (
    <Section
      title="Remove"
      description="It goes with the list of what was delivered to it."
      action={
        <Button color="red" variant="outline" loading={busyWith !== null} onClick={ask}>
          Remove
        </Button>
      }
    >
      {problem ? <ProblemAlert error={problem} /> : null}
    </Section>
  );
}
