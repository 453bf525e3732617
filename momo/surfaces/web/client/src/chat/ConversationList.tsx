import { Button, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { $api } from "../api/client";
import { byCursor } from "../api/pages";
import { MoreButton } from "../pieces/MoreButton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { ConversationRow } from "./ConversationRow";

const SETTLED_MS = 250; // after which one has stopped typing

/** The reader's conversations, those asked in last first. */
export function ConversationList({ current }: { current: string | undefined }) {
  const [words, setWords] = useState("");
  const [wanted] = useDebouncedValue(words.trim(), SETTLED_MS);
  const pages = $api.useInfiniteQuery(
    "get",
    "/api/v1/conversations",
    { params: { query: wanted ? { q: wanted } : {} } },
    byCursor,
  );
  const conversations = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Stack gap="sm">
      <Button component={Link} to="/ask" variant="default" leftSection={<IconPlus size={16} />}>
        New conversation
      </Button>
      <TextInput
        size="sm"
        type="search"
        aria-label="Search conversations"
        placeholder="Search conversations"
        leftSection={<IconSearch size={15} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <ProblemAlert error={pages.error} retry={() => pages.refetch()} />
      {pages.isPending && <Skeleton height={180} />}
      <Stack gap={2} component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <ConversationRow conversation={conversation} current={conversation.id === current} />
          </li>
        ))}
      </Stack>
      {pages.data && !conversations.length && (
        <Text size="sm" c="dimmed" px={10}>
          {wanted ? "No conversation is called that." : "What you ask is kept here, for you alone."}
        </Text>
      )}
      <MoreButton pages={pages} />
    </Stack>
  );
}
