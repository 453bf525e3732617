import { Alert, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Schemas } from "../api/client";
import { InertText } from "../pieces/InertText";
import { Row, Rows } from "../pieces/Row";
import { Section } from "../pieces/Section";
import { When } from "../pieces/When";
import { Trouble } from "./SourceCard";

type Connection = Schemas["ConnectionDetail"];

const TASKS: Record<string, string> = {
  deliver: "Reading what the service sends",
  poll: "Asking for changes",
  acl: "Who is in private places",
  renew: "Renewing the subscription to changes",
  backfill: "Bringing in what was there",
};

/** Whether it works, and what to do where it does not. */
export function Health({ connection, kind }: { connection: Connection; kind: string }) {
  const { problem, next_step: step } = connection;
  return (
    <Section
      title="Health"
      description={
        <>
          <InertText>{connection.account_name || kind}</InertText>,{" "}
          {connection.heard_at ? (
            <>
              updated <When at={connection.heard_at} size="sm" />
            </>
          ) : (
            "nothing new yet"
          )}
        </>
      }
    >
      <Stack gap="md">
        {(problem || step) && (
          <Alert
            color={problem ? "red" : "gray"}
            variant="outline"
            icon={<IconAlertTriangle size={18} aria-hidden />}
          >
            <Trouble problem={problem} step={step} />
          </Alert>
        )}
        {connection.tasks.length > 0 && <Tasks tasks={connection.tasks} />}
      </Stack>
    </Section>
  );
}

function Tasks({ tasks }: { tasks: Connection["tasks"] }) {
  return (
    <Rows label="What is done">
      {tasks.map((task) => (
        <Row key={task.task} actions={<Times task={task} />}>
          <Text size="sm">{TASKS[task.task] ?? task.task}</Text>
          {task.error && (
            <Text size="sm" c="var(--mantine-color-error)">
              <InertText>{task.error}</InertText>
            </Text>
          )}
        </Row>
      ))}
    </Rows>
  );
}

function Times({ task }: { task: Connection["tasks"][number] }) {
  return (
    <Text size="sm" c="dimmed">
      {task.ran_at ? <When at={task.ran_at} size="sm" /> : "not yet"}, next{" "}
      {task.due_at ? <When at={task.due_at} size="sm" /> : nextOf(task.task)}
    </Text>
  );
}

function nextOf(task: string): string {
  return task === "backfill" ? "when something is lost" : "when something comes";
}
