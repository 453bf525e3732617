import { Anchor, Button, Group, Modal, Paper, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { Link } from "react-router";
import { EmptyState } from "../pieces/EmptyState";
import { InertText } from "../pieces/InertText";
import { MoreButton } from "../pieces/MoreButton";
import { PageHeader } from "../pieces/PageHeader";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { ShownOnce } from "../pieces/ShownOnce";
import { type Endpoint, eventLabel, useEndpoints, useRereadEndpoints } from "./data";
import { EndpointForm } from "./EndpointForm";
import { EndpointState } from "./EndpointState";

/** Where the team's events go. */
export function WebhooksPage() {
  const [isOpen, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState("");
  const reread = useRereadEndpoints();
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Tell other systems what the team decided, as it happens. Only what the whole team shares is ever sent. Messages are signed, and sent again until they are taken."
      >
        <Button onClick={open}>Add an endpoint</Button>
      </PageHeader>
      <Stack gap="md">
        {secret && (
          <ShownOnce label="The signing secret of the new endpoint" secret={secret}>
            Copy it now: it is not shown again. The receiver checks the signature with it.
          </ShownOnce>
        )}
        <Endpoints onAdd={open} />
      </Stack>
      <Modal opened={isOpen} onClose={close} title="Add an endpoint" size="lg">
        <EndpointForm
          onCancel={close}
          onDone={async (shown) => {
            setSecret(shown);
            close();
            await reread();
          }}
        />
      </Modal>
    </>
  );
}

function Endpoints({ onAdd }: { onAdd: () => void }) {
  const pages = useEndpoints();
  const rows = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (pages.isPending) return <PageSkeleton rows={2} />;
  if (pages.error) return <ProblemAlert error={pages.error} retry={() => pages.refetch()} />;
  if (!rows.length)
    return (
      <EmptyState
        title="Nothing is told of decisions yet"
        action={
          <Button variant="default" onClick={onAdd}>
            Add an endpoint
          </Button>
        }
      >
        An endpoint is an address of yours, with https, that takes messages in the format of
        Standard Webhooks.
      </EmptyState>
    );
  return (
    <>
      {rows.map((endpoint) => (
        <Row key={endpoint.id} endpoint={endpoint} />
      ))}
      <MoreButton pages={pages} />
    </>
  );
}

function Row({ endpoint }: { endpoint: Endpoint }) {
  return (
    <Paper component="article" withBorder p="md" aria-label={endpoint.url}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <Stack gap={4} miw={0}>
          <Anchor component={Link} to={`/webhooks/${endpoint.id}`} c="bright" fw={600}>
            <InertText>{endpoint.description || endpoint.url}</InertText>
          </Anchor>
          {endpoint.description && (
            <Text size="sm" c="dimmed">
              <InertText>{endpoint.url}</InertText>
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {endpoint.events.map(eventLabel).join(", ")}
          </Text>
          {endpoint.problem && <Text size="sm">{endpoint.problem}</Text>}
        </Stack>
        <EndpointState endpoint={endpoint} />
      </Group>
    </Paper>
  );
}
