import { Button, SimpleGrid, Stack, Title } from "@mantine/core";
import { Link } from "react-router";
import { EmptyState } from "../pieces/EmptyState";
import { MoreButton } from "../pieces/MoreButton";
import { PageHeader } from "../pieces/PageHeader";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { type Source, useOffers, useSources } from "./data";
import { OfferCard } from "./OfferCard";
import { SourceCard } from "./SourceCard";

/** What Momo listens to, whether that is in order, and what else can be connected. */
export function IntegrationsPage() {
  return (
    <>
      <PageHeader
        title="Integrations"
        description="The tools your team already decides things in. Momo only reads there, and keeps what is private at the service for its members."
      >
        <Button component={Link} to="/integrations/people" variant="default">
          Who is who
        </Button>
        <Button component={Link} to="/import" variant="default">
          Import files
        </Button>
      </PageHeader>
      <Stack gap="xl">
        <Connected />
        <Connectable />
      </Stack>
    </>
  );
}

function Connected() {
  const pages = useSources();
  const sources = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (pages.isPending) return <PageSkeleton rows={3} />;
  if (pages.error) return <ProblemAlert error={pages.error} retry={() => pages.refetch()} />;
  const live = sources.filter((source) => source.connection);
  const files = sources.filter((source) => !source.connection);
  return (
    <>
      <Sources title="Connected" sources={live}>
        {!live.length && (
          <EmptyState title="Nothing is connected yet">
            Connect one of the services below, or import what you have in files.
          </EmptyState>
        )}
      </Sources>
      {files.length > 0 && <Sources title="From files" sources={files} />}
      <MoreButton pages={pages} />
    </>
  );
}

function Sources({
  title,
  sources,
  children,
}: {
  title: string;
  sources: Source[];
  children?: React.ReactNode;
}) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {sources.map((source) => (
          <SourceCard key={source.id} source={source} />
        ))}
      </SimpleGrid>
    </section>
  );
}

function Connectable() {
  const { data, error, refetch } = useOffers();
  return (
    <section aria-label="Connect a service">
      <Title order={2} size="h4" mb="sm">
        Connect a service
      </Title>
      <ProblemAlert error={error} retry={() => refetch()} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {data?.items.map((offer) => (
          <OfferCard key={offer.kind} offer={offer} />
        ))}
      </SimpleGrid>
    </section>
  );
}
