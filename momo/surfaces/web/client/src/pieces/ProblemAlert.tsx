import { Alert, Button, Group } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { messageOf } from "../api/problem";

/** What went wrong, in words, and the way to try it again. Nothing where there is no error. */
export function ProblemAlert({ error, retry }: { error: unknown; retry?: () => void }) {
  if (!error) return null;
  return (
    <Alert
      role="alert"
      color="red"
      variant="outline"
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <Group justify="space-between" gap="sm">
        <span>{messageOf(error)}</span>
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
