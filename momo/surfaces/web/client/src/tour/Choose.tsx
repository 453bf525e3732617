import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { $api } from "../api/client";
import { useIsAdmin } from "../api/session";
import { ImportDrop } from "../imports/ImportDrop";
import { ProblemAlert } from "../pieces/ProblemAlert";

interface Props {
  /** Told what to ask the demo first. */
  onDemo: (question: string) => void;
  onImported: () => void;
}

/** Three ways to something to ask about. */
export function Choose({ onDemo, onImported }: Props) {
  const [imports, setImports] = useState(false);
  if (imports) return <ImportDrop onFinished={onImported} />;
  return (
    <Stack gap="sm">
      <Way
        title="Drop in what you have"
        action={<Button onClick={() => setImports(true)}>Choose files</Button>}
      >
        A mailbox, a Slack or Notion export, decision records. It takes a minute or two.
      </Way>
      <Way
        title="Connect a source"
        action={
          <Button variant="default" component={Link} to="/integrations">
            Connect
          </Button>
        }
      >
        Gmail, GitHub, Notion, Slack or Discord. Momo then reads along as you decide.
      </Way>
      <TryTheDemo onDemo={onDemo} />
    </Stack>
  );
}

function TryTheDemo({ onDemo }: { onDemo: Props["onDemo"] }) {
  const isAdmin = useIsAdmin();
  const { mutate, isPending, error } = $api.useMutation("post", "/api/v1/demo", {
    onSuccess: ({ question }) => onDemo(question),
  });
  if (!isAdmin) return null;
  return (
    <>
      <Way
        title="Try it with an invented team"
        action={
          <Button variant="default" loading={isPending} onClick={() => mutate({})}>
            Use the demo
          </Button>
        }
      >
        Half a year of a small company&rsquo;s mails, messages and pages, in this team. Erase its
        sources when you are done.
      </Way>
      <ProblemAlert error={error} />
    </>
  );
}

function Way({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action: ReactNode;
}) {
  return (
    <Paper withBorder p="md" radius="md">
      <Group justify="space-between" gap="md">
        <div style={{ flex: "1 1 260px" }}>
          <Title order={2} size="h5">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {children}
          </Text>
        </div>
        {action}
      </Group>
    </Paper>
  );
}
