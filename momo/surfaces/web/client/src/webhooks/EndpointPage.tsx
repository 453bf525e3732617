import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useParams } from "react-router";
import { InertText } from "../pieces/InertText";
import { PageHeader } from "../pieces/PageHeader";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Section } from "../pieces/Section";
import { When } from "../pieces/When";
import { Deliveries } from "./Deliveries";
import { type Endpoint, useEndpoint, useRereadEndpoints } from "./data";
import { EndpointForm } from "./EndpointForm";
import { EndpointState } from "./EndpointState";
import { Removing } from "./Removing";
import { Secret } from "./Secret";
import { useEndpointActs } from "./useEndpointActs";

const BACK = { to: "/webhooks", label: "All endpoints" };

/** One endpoint: what was delivered, its secret, and what it is told. */
export function EndpointPage() {
  const { id = "" } = useParams();
  const { data: endpoint, error, isPending, refetch } = useEndpoint(id);
  if (isPending) return <PageSkeleton rows={4} />;
  if (error) {
    return (
      <>
        <PageHeader title="Endpoint" back={BACK} />
        <ProblemAlert error={error} retry={() => refetch()} />
      </>
    );
  }
  return <Shown endpoint={endpoint} />;
}

function Shown({ endpoint }: { endpoint: Endpoint }) {
  const { test, toggle, problem, busyWith } = useEndpointActs(endpoint);
  const reread = useRereadEndpoints();
  return (
    <>
      <PageHeader
        title={endpoint.description || "Endpoint"}
        back={BACK}
        description={<Facts endpoint={endpoint} />}
      >
        <Button loading={busyWith === "test"} onClick={test}>
          Send a test
        </Button>
        <Button variant="default" loading={busyWith === "toggle"} onClick={toggle}>
          {endpoint.active ? "Switch off" : "Switch on"}
        </Button>
      </PageHeader>
      <Stack gap="lg">
        <ProblemAlert error={problem} />
        <Trouble endpoint={endpoint} />
        <Deliveries endpoint={endpoint} />
        <Secret endpoint={endpoint} />
        <Section title="What it is told">
          <EndpointForm key={endpoint.url} endpoint={endpoint} onDone={reread} />
        </Section>
        <Removing endpoint={endpoint} />
      </Stack>
    </>
  );
}

function Facts({ endpoint }: { endpoint: Endpoint }) {
  return (
    <Group gap="md" mt={4}>
      <EndpointState endpoint={endpoint} />
      <Text span size="sm">
        <InertText>{endpoint.url}</InertText>
      </Text>
    </Group>
  );
}

function Trouble({ endpoint }: { endpoint: Endpoint }) {
  if (!endpoint.problem && !endpoint.failing_since) return null;
  return (
    <Alert
      color="red"
      variant="outline"
      role="status"
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      {endpoint.problem || (
        <>
          Nothing was taken since{" "}
          {endpoint.failing_since && <When at={endpoint.failing_since} size="sm" />}. Messages are
          sent again for about a day each; after five days the endpoint is switched off.
        </>
      )}
    </Alert>
  );
}
