import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useParams } from "react-router";
import { api } from "../api/client";
import { useIsAdmin } from "../api/session";
import { NotFound } from "../app/NotFound";
import { type Chosen, VisibilityChoice } from "../imports/VisibilityChoice";
import { PageHeader } from "../pieces/PageHeader";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Section } from "../pieces/Section";
import { useAct } from "../pieces/useAct";
import { type Offer, useOffers } from "./data";
import { SetUp } from "./SetUp";

const BACK = { to: "/integrations", label: "All integrations" };

/** What a service is asked for and why, and the way to its consent page. */
export function ConnectPage() {
  const { kind = "" } = useParams();
  const { data, error, isPending, refetch } = useOffers();
  const offer = data?.items.find((each) => each.kind === kind);
  if (isPending) return <PageSkeleton rows={4} />;
  if (error) {
    return (
      <>
        <PageHeader title="Connect a service" back={BACK} />
        <ProblemAlert error={error} retry={() => refetch()} />
      </>
    );
  }
  if (!offer) return <NotFound />;
  return (
    <>
      <PageHeader title={`Connect ${offer.title}`} back={BACK} />
      <Stack gap="lg" maw={760}>
        {!offer.configured && <SetUp offer={offer} />}
        <WhatHappens offer={offer} />
        {offer.configured && <Connect offer={offer} />}
      </Stack>
    </>
  );
}

function WhatHappens({ offer }: { offer: Offer }) {
  return (
    <Section title="What happens">
      <List size="sm" spacing={6}>
        {offer.how.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      <Text size="sm" fw={600} mt="md" mb={6}>
        {offer.title} will ask you to allow
      </Text>
      <List size="sm" spacing={6}>
        {offer.scopes.map((scope) => (
          <List.Item key={scope.name}>
            <code>{scope.name}</code>: {scope.why}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

function Connect({ offer }: { offer: Offer }) {
  const isAdmin = useIsAdmin();
  const isPersonal = offer.who_connects === "each_person";
  const usual: Chosen = offer.default_visibility === "shared" ? "shared" : "private";
  const [visibility, setVisibility] = useState<Chosen>(isAdmin ? usual : "private");
  const { act, problem, busyWith } = useAct();
  const begin = (purpose: "connect" | "link") => async () => {
    const { data } = await api.POST("/api/v1/connectors/{kind}/authorizations", {
      params: { path: { kind: offer.kind } },
      body:
        purpose === "link"
          ? { purpose, to_page: true }
          : { purpose, to_page: true, visibility: visibility === "shared" ? "shared" : "private" },
    });
    if (data) window.location.assign(data.url);
  };
  return (
    <Section title="Connect">
      <Stack gap="md">
        <VisibilityChoice
          value={visibility}
          onChange={setVisibility}
          choices={isAdmin ? ["shared", "private"] : ["private"]}
        />
        {!isAdmin && !isPersonal && (
          <Alert color="gray" variant="outline">
            What the whole team sees is connected by an owner or admin. You can connect your own
            account for yourself.
          </Alert>
        )}
        <ProblemAlert error={problem} />
        <Group gap="sm">
          <Button loading={busyWith === "connect"} onClick={() => act("connect", begin("connect"))}>
            Go to {offer.title}
          </Button>
          <Button
            variant="default"
            loading={busyWith === "link"}
            onClick={() => act("link", begin("link"))}
          >
            Only say who I am there
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          You come back here when you have allowed it. Saying who you are there lets you see what
          your private channels gave.
        </Text>
      </Stack>
    </Section>
  );
}
