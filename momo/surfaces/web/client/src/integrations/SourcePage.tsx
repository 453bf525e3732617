import { Alert, Group, Stack, Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useParams, useSearchParams } from "react-router";
import { useIsAdmin, useMe } from "../api/session";
import { PageHeader } from "../pieces/PageHeader";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { SourceMark } from "../pieces/SourceMark";
import { sourceTitle } from "../pieces/sourceTitle";
import { When } from "../pieces/When";
import { Choices } from "./Choices";
import { type SourceDetail, useOffers, useSource } from "./data";
import { Deliveries } from "./Deliveries";
import { Health } from "./Health";
import { Leaving } from "./Leaving";
import { Progress } from "./Progress";
import { NameSection } from "./NameSection";
import { StateBadge } from "./StateBadge";
import { SourceActions } from "./SourceActions";
import { WhoSees } from "./WhoSees";

const BACK = { to: "/integrations", label: "All integrations" };

/** Everything about one source, and what its managers do with it. */
export function SourcePage() {
  const { id = "" } = useParams();
  const { data: source, error, isPending, refetch } = useSource(id);
  if (isPending) return <PageSkeleton rows={4} />;
  if (error) {
    return (
      <>
        <PageHeader title="Source" back={BACK} />
        <ProblemAlert error={error} retry={() => refetch()} />
      </>
    );
  }
  return <Shown source={source} />;
}

function Shown({ source }: { source: SourceDetail }) {
  const isAdmin = useIsAdmin();
  const me = useMe();
  const [query] = useSearchParams();
  const { connection } = source;
  const canManage = isAdmin || source.owner_id === me.id;
  const isLive = connection !== null && connection.state !== "disconnected";
  return (
    <>
      <PageHeader
        title={sourceTitle(source.name)}
        back={BACK}
        description={<Facts source={source} />}
      >
        {canManage && connection && <SourceActions source={source} state={connection.state} />}
      </PageHeader>
      <Stack gap="lg">
        {query.get("new") && isLive && <Welcome />}
        {connection && <Health connection={connection} kind={source.kind} />}
        {connection && <Progress sourceId={source.id} name={source.name} />}
        {canManage && isLive && <Chooser source={source} />}
        {canManage && connection && <Deliveries sourceId={source.id} />}
        {canManage && <NameSection source={source} />}
        {canManage && <Leaving source={source} />}
      </Stack>
    </>
  );
}

function Chooser({ source }: { source: SourceDetail }) {
  const { data } = useOffers();
  const offer = data?.items.find((each) => each.kind === source.kind);
  return offer?.offers_choices ? <Choices sourceId={source.id} /> : null;
}

function Welcome() {
  return (
    <Alert color="pine" variant="light" icon={<IconCheck size={18} aria-hidden />} role="status">
      It is connected. What is there is brought in now; choose below what of it is collected.
    </Alert>
  );
}

function Facts({ source }: { source: SourceDetail }) {
  return (
    <Group gap="md" mt={4}>
      {source.connection && <StateBadge state={source.connection.state} />}
      <SourceMark source={source.source} />
      <WhoSees visibility={source.default_visibility} />
      <Text span size="sm" c="dimmed">
        since <When at={source.created_at} size="sm" />
      </Text>
    </Group>
  );
}
