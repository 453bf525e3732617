import { Button, Group, Stack, Text } from "@mantine/core";
import { $api, type Schemas } from "../../api/client";
import { byCursor } from "../../api/pages";
import { InertText } from "../../pieces/InertText";
import { When } from "../../pieces/When";
import { Difference } from "./Difference";
import { Section } from "./Section";
import { useNames } from "./useNames";

const PAGE = 20;

/** How it was changed, the latest first. */
export function Revisions({ id }: { id: string }) {
  const found = $api.useInfiniteQuery(
    "get",
    "/api/v1/decisions/{memory_id}/revisions",
    { params: { path: { memory_id: id }, query: { limit: PAGE } } },
    byCursor,
  );
  const revisions = found.data?.pages.flatMap((page) => page.items) ?? [];
  if (!revisions.length) return null;
  return (
    <Section title="Edits">
      <Stack gap="md">
        {revisions.map((revision) => (
          <Revision key={revision.id} revision={revision} />
        ))}
        {found.hasNextPage && (
          <Button
            variant="default"
            loading={found.isFetchingNextPage}
            onClick={() => found.fetchNextPage()}
          >
            Earlier edits
          </Button>
        )}
      </Stack>
    </Section>
  );
}

function Revision({ revision }: { revision: Schemas["RevisionItem"] }) {
  const nameOf = useNames();
  return (
    <div>
      <Group gap="xs" mb={4}>
        <Text size="sm" fw={600}>
          <InertText>{nameOf(revision.changed_by) || "Its source"}</InertText>
        </Text>
        <When at={revision.changed_at} size="sm" c="dimmed" />
        {revision.reason && (
          <Text size="sm" c="dimmed">
            <InertText>{revision.reason}</InertText>
          </Text>
        )}
      </Group>
      {Object.entries(revision.changes).map(([field, [before, after]]) => (
        <Difference key={field} field={field} before={before} after={after} />
      ))}
    </div>
  );
}
