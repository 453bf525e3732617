import { Anchor, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { $api, api, type Schemas } from "../api/client";
import { byCursor } from "../api/pages";
import { useIsAdmin, useMe } from "../api/session";
import { EmptyState } from "../pieces/EmptyState";
import { InertText } from "../pieces/InertText";
import { MoreButton } from "../pieces/MoreButton";
import { PageHeader } from "../pieces/PageHeader";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Section } from "../pieces/Section";
import { SourceMark } from "../pieces/SourceMark";
import { useAct } from "../pieces/useAct";
import { When } from "../pieces/When";
import { StateIdentity } from "./StateIdentity";

type Identity = Schemas["IdentityItem"];
type Member = Schemas["Member"];

/** Who the members are at services that tell no mail addresses. */
export function PeoplePage() {
  const isAdmin = useIsAdmin();
  const pages = $api.useInfiniteQuery(
    "get",
    "/api/v1/identities",
    { params: { query: { limit: 50 } } },
    byCursor,
  );
  const { data: members } = $api.useQuery("get", "/api/v1/members", {
    params: { query: { limit: 100 } },
  });
  const rows = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const { act, problem } = useAct();
  const forget = (identity_id: string) => async () => {
    await api.DELETE("/api/v1/identities/{identity_id}", { params: { path: { identity_id } } });
    await pages.refetch();
  };
  return (
    <>
      <PageHeader
        title="Who is who"
        back={{ to: "/integrations", label: "All integrations" }}
        description="What a private channel gave is shown to its members. Where a service tells no mail address, Momo knows them by what they linked, or what an admin stated."
      />
      <Stack gap="lg">
        <ProblemAlert error={pages.error ?? problem} />
        {pages.isSuccess && !rows.length && (
          <EmptyState title="Nobody is linked yet">
            Link yourself under{" "}
            <Anchor component={Link} to="/integrations" underline="always">
              Integrations
            </Anchor>
            : open a service and choose “Only say who I am there”.
          </EmptyState>
        )}
        {rows.length > 0 && (
          <Listed
            rows={rows}
            members={members?.items ?? []}
            onForget={(id) => act(id, forget(id))}
          />
        )}
        <MoreButton pages={pages} />
        {isAdmin && (
          <Section
            title="Say who somebody is"
            description="By their id at the service. It lets them see what that person sees there, so nobody says it of themselves."
          >
            <StateIdentity members={members?.items ?? []} onStated={() => pages.refetch()} />
          </Section>
        )}
      </Stack>
    </>
  );
}

function Listed({
  rows,
  members,
  onForget,
}: {
  rows: Identity[];
  members: Member[];
  onForget: (id: string) => void;
}) {
  const isAdmin = useIsAdmin();
  const me = useMe().id;
  const nameOf = (id: string) => members.find((each) => each.id === id)?.name ?? "Somebody";
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
      {rows.map((row) => (
        <Paper component="li" key={row.id} withBorder p="sm">
          <Group justify="space-between" gap="sm">
            <Text fw={600} flex="1 1 160px">
              <InertText>{nameOf(row.principal_id)}</InertText>
            </Text>
            <Group gap="xs" flex="1 1 200px">
              <SourceMark source={row.source} />
              <Text span size="sm">
                <InertText>{row.name || row.external_id}</InertText>
              </Text>
            </Group>
            <Text span size="sm" c="dimmed">
              {row.linked_by === row.principal_id ? "linked" : "stated by an admin"}{" "}
              <When at={row.linked_at} size="sm" />
            </Text>
            {(isAdmin || row.principal_id === me) && (
              <Button variant="subtle" color="red" size="xs" onClick={() => onForget(row.id)}>
                Unlink
              </Button>
            )}
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
