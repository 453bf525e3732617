import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { useIsAdmin } from "../api/session";
import { SourceIcon } from "../pieces/SourceMark";
import type { Offer } from "./data";

/** A service that can be connected, by whom, and what is missing for it. */
export function OfferCard({ offer }: { offer: Offer }) {
  const isAdmin = useIsAdmin();
  const isAllowed = isAdmin || offer.who_connects === "each_person";
  return (
    <Paper component="article" withBorder p="md" aria-label={offer.title} h="100%">
      <Stack gap="sm" h="100%">
        <Group gap={8} wrap="nowrap">
          <SourceIcon source={offer.source} />
          <Text fw={600}>{offer.title}</Text>
        </Group>
        <Text size="sm" c="dimmed">
          {offer.who_connects === "each_person"
            ? "Each person connects their own; only they see it."
            : "For the whole team; an owner or admin connects it."}
        </Text>
        <Group mt="auto" gap="sm">
          <Button
            component={Link}
            to={`/integrations/connect/${offer.kind}`}
            variant={offer.configured && isAllowed ? "light" : "default"}
            size="sm"
          >
            {offer.configured && isAllowed ? `Connect ${offer.title}` : "How it is connected"}
          </Button>
          {!offer.configured && (
            <Text size="sm" c="dimmed">
              Not set up here yet
            </Text>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}
