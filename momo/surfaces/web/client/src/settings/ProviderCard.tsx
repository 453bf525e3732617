import { Badge, Group, Paper, Text, Title } from "@mantine/core";
import type { Schemas } from "../api/client";

type Provider = Schemas["ProviderItem"];

const PURPOSES = { chat: "Reading and answering", embedding: "Meaning" };
const CIRCUITS: Record<Provider["circuit"], { label: string; color: string }> = {
  closed: { label: "In order", color: "pine" },
  open: { label: "Left alone for a while", color: "red" },
  half_open: { label: "Trying again", color: "yellow" },
};

/** One model: what for, where it is asked, what it costs, and how it does. */
export function ProviderCard({
  provider,
  currency,
  trial,
}: {
  provider: Provider;
  currency: string;
  trial: Schemas["TrialItem"] | undefined;
}) {
  const circuit = CIRCUITS[provider.circuit];
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h5">
            {PURPOSES[provider.purpose]}
          </Title>
          <Text>
            {nameOf(provider)}
            {provider.host && (
              <Text span c="dimmed">
                {" "}
                at {provider.host}
              </Text>
            )}
          </Text>
          <Text size="sm" c="dimmed" className="tabular">
            {costOf(provider, currency)}
          </Text>
        </div>
        <Badge color={circuit.color}>{circuit.label}</Badge>
      </Group>
      {provider.last_failure && (
        <Text size="sm" mt="xs">
          Last failure: {provider.last_failure}
          {provider.failures > 0 && `, ${provider.failures} in a row`}
          {provider.retry_after > 0 && `, tried again in ${Math.ceil(provider.retry_after)} s`}.
        </Text>
      )}
      <Text size="sm" mt={trial ? "xs" : 0} role="status" c={trial?.error ? "error" : undefined}>
        {trial &&
          (trial.error || `Answered in ${Math.max(1, Math.round(1000 * trial.seconds))} ms.`)}
      </Text>
    </Paper>
  );
}

function nameOf({ purpose, model, offline }: Provider): string {
  if (!offline) return model;
  return purpose === "chat" ? "Rules, offline" : `${model}, offline`;
}

function costOf({ offline, price }: Provider, currency: string): string {
  if (offline) return "Costs nothing, and nothing leaves this server.";
  if (!price) return "No price is set: its tokens are counted, its cost is not.";
  const output = Number(price.output) ? `, ${Number(price.output)} out` : "";
  return `${Number(price.input)} ${currency} for a million tokens in${output}.`;
}
