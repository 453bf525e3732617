import { Button, Stack, Text } from "@mantine/core";
import dayjs from "dayjs";
import { useState } from "react";
import { api } from "../api/client";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Section } from "../pieces/Section";
import { ShownOnce } from "../pieces/ShownOnce";
import { useAct } from "../pieces/useAct";
import { When } from "../pieces/When";
import { type Endpoint, useRereadEndpoints } from "./data";

/** Giving a new signing secret; the one before holds for a day besides it. */
export function Secret({ endpoint }: { endpoint: Endpoint }) {
  const [secret, setSecret] = useState("");
  const { act, problem, busyWith } = useAct();
  const reread = useRereadEndpoints();
  const rotate = () =>
    act("rotate", async () => {
      const { data } = await api.POST("/api/v1/webhook-endpoints/{endpoint_id}/rotate-secret", {
        params: { path: { endpoint_id: endpoint.id } },
      });
      setSecret(data?.secret ?? "");
      await reread();
    });
  const until = endpoint.old_secret_until ?? "";
  const isOldValid = until !== "" && dayjs(until).isAfter(dayjs());
  return (
    <Section
      title="Signing secret"
      description="With a new one, messages are signed with both for 24 hours, so that the receiver can be changed in peace."
      action={
        <Button variant="default" loading={busyWith !== null} onClick={rotate}>
          New secret
        </Button>
      }
    >
      {(problem !== null || secret || isOldValid) && (
        <Stack gap="sm">
          <ProblemAlert error={problem} />
          {secret && <ShownOnce label="The new signing secret" secret={secret} />}
          {isOldValid && (
            <Text size="sm">
              The secret before signs, too, until <When at={until} size="sm" />.
            </Text>
          )}
        </Stack>
      )}
    </Section>
  );
}
