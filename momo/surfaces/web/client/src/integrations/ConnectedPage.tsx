import { Button, Group, Stack } from "@mantine/core";
import { Link, Navigate, useSearchParams } from "react-router";
import { EmptyState } from "../pieces/EmptyState";
import { PageHeader } from "../pieces/PageHeader";
import { useOffers } from "./data";

const OUTCOMES: Record<string, { title: string; text: string }> = {
  linked: {
    title: "You are known there now",
    text: "Momo knows who you are at the service, and shows you what your private channels gave.",
  },
  denied: {
    title: "It was not allowed",
    text: "The service says that you did not allow it. Nothing was connected; you can begin again.",
  },
  unavailable: {
    title: "The service did not answer",
    text: "Nothing was connected. Wait a moment and begin again.",
  },
};
const FAILED = {
  title: "It was not connected",
  text: "The way back was used already, too old, or not one that began here. Begin again.",
};

/** Where the service's consent page leads back to. */
export function ConnectedPage() {
  const [query] = useSearchParams();
  const { data } = useOffers();
  const kind = query.get("kind") ?? "";
  const source = query.get("source") ?? "";
  const outcome = query.get("outcome") ?? "";
  if (outcome === "connected" && /^[0-9a-f-]{36}$/.test(source))
    return <Navigate to={`/integrations/${source}?new=1`} replace />;
  const offer = data?.items.find((each) => each.kind === kind);
  const { title, text } = OUTCOMES[outcome] ?? FAILED;
  return (
    <Stack>
      <PageHeader title={offer ? `Connect ${offer.title}` : "Connect a service"} />
      <EmptyState
        title={title}
        action={
          <Group>
            {offer && outcome !== "linked" && (
              <Button component={Link} to={`/integrations/connect/${offer.kind}`}>
                Begin again
              </Button>
            )}
            <Button component={Link} to="/integrations" variant="default">
              All integrations
            </Button>
          </Group>
        }
      >
        {text}
      </EmptyState>
    </Stack>
  );
}
