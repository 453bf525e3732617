import { Button, CopyButton, Group, Stack, Text, TextInput } from "@mantine/core";
import { $api } from "../api/client";
import { useReread } from "../api/useReread";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { When } from "../pieces/When";
import type { Conversation } from "./types";

const AT = "/api/v1/conversations/{conversation_id}/share";

/** A link by which the team reads what was said in a conversation until now. */
export default function ShareDialog({ conversation }: { conversation: Conversation }) {
  const onSuccess = useReread("/api/v1/conversations");
  const share = $api.useMutation("post", AT, { onSuccess });
  const unshare = $api.useMutation("delete", AT, { onSuccess });
  const latest = [share, unshare].toSorted((a, b) => b.submittedAt - a.submittedAt)[0]?.data;
  const { link, shared_at } = latest ?? conversation;
  const params = { path: { conversation_id: conversation.id } };
  return (
    <Stack gap="md">
      <Text size="sm">
        Members of the team who have the link read what was asked until it was shared. They are told
        only those answers all of whose sources they may see themselves.
      </Text>
      {link && <LinkField link={link} sharedAt={shared_at} />}
      <ProblemAlert error={share.error ?? unshare.error} />
      <Group justify="flex-end">
        {link && (
          <Button
            variant="default"
            loading={unshare.isPending}
            onClick={() => unshare.mutate({ params })}
          >
            Close the link
          </Button>
        )}
        <Button loading={share.isPending} onClick={() => share.mutate({ params })}>
          {link ? "Add what was asked since" : "Make a link"}
        </Button>
      </Group>
    </Stack>
  );
}

function LinkField({ link, sharedAt }: { link: string; sharedAt: string | null }) {
  const address = `${window.location.origin}/ask/shared/${link}`;
  return (
    <div>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <TextInput label="Link" readOnly value={address} flex={1} />
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </CopyButton>
      </Group>
      {sharedAt && (
        <Text size="xs" c="dimmed" mt={4}>
          Shared <When at={sharedAt} size="xs" />
        </Text>
      )}
    </div>
  );
}
