import { Anchor, Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCheck,
  IconPlayerPause,
  type TablerIcon,
} from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { counted } from "../pieces/counted";
import { withoutHiddenMarks } from "../pieces/inert";
import { InertText } from "../pieces/InertText";
import { memoryAddress } from "../pieces/memoryAddress";
import { SourceIcon } from "../pieces/SourceMark";
import { Day, When } from "../pieces/When";
import classes from "./Cards.module.css";
import type { Dashboard } from "./series";

function Card({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        <Anchor component={Link} to={to} size="sm" aria-label={`All: ${title.toLowerCase()}`}>
          All
        </Anchor>
      </Group>
      {children}
    </Paper>
  );
}

function None({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

/** A line that leads somewhere, with what is to be said of it at its end. */
function Line({ to, text, end }: { to: string; text: string; end: ReactNode }) {
  return (
    <li className={classes.line}>
      <Anchor component={Link} to={to} c="inherit" size="sm" dir="auto" className={classes.text}>
        {withoutHiddenMarks(text)}
      </Anchor>
      <span className={classes.end}>{end}</span>
    </li>
  );
}

const STATES = {
  overdue: { label: "Overdue", color: "red" },
  due: { label: "Due", color: "orange" },
} as const;

/** What is owed next, the longest due first. */
export function OwedCard({ owed }: { owed: Dashboard["commitments"] }) {
  return (
    <Card title="Due and overdue" to="/commitments">
      {!owed.next.length && <None>Nothing with a date is owed.</None>}
      <ul className={classes.list}>
        {owed.next.map((each) => {
          const state =
            each.state === "overdue" || each.state === "due" ? STATES[each.state] : null;
          return (
            <Line
              key={each.id}
              to={memoryAddress(each.id, each.kind)}
              text={each.owner ? `${each.title} (${each.owner})` : each.title}
              end={
                <>
                  {state && (
                    <Badge color={state.color} mr={6}>
                      {state.label}
                    </Badge>
                  )}
                  {each.due_on && <Day on={each.due_on} size="sm" c="dimmed" />}
                </>
              }
            />
          );
        })}
      </ul>
    </Card>
  );
}

/** What comes up again and again. */
export function TopicsCard({ topics }: { topics: Dashboard["recurring"] }) {
  return (
    <Card title="Recurring topics" to="/digests">
      {!topics.length && <None>No topic came up three times in these weeks.</None>}
      <ul className={classes.list}>
        {topics.map((topic) => (
          <Line
            key={topic.id}
            to={`/graph?node=${topic.id}`}
            text={topic.title}
            end={
              <Text span size="sm" c="dimmed">
                {counted(topic.times, "time")}, <When at={topic.last_at} inherit />
              </Text>
            }
          />
        ))}
      </ul>
    </Card>
  );
}

/** Who decided most, or what most decisions are about. */
export function NamedCard({
  title,
  named,
  filter,
}: {
  title: string;
  named: Dashboard["people"];
  filter: "person" | "project";
}) {
  const most = Math.max(1, ...named.map((each) => each.decisions));
  return (
    <Card title={title} to={`/entities?type=${filter}`}>
      {!named.length && <None>None is named in these weeks.</None>}
      <ul className={classes.list}>
        {named.map((each) => (
          <li key={each.id} className={classes.bar}>
            <span
              aria-hidden
              className={classes.filled}
              style={{ width: `${(100 * each.decisions) / most}%` }}
            />
            <Anchor
              component={Link}
              to={`/decisions?${filter}=${each.id}`}
              c="inherit"
              size="sm"
              dir="auto"
              className={classes.text}
            >
              {withoutHiddenMarks(each.name)}
            </Anchor>
            <Text span size="sm" className="tabular">
              {each.decisions}
            </Text>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const HEALTH: Record<string, { label: string; color: string; icon: TablerIcon }> = {
  healthy: { label: "In order", color: "pine", icon: IconCheck },
  paused: { label: "Paused", color: "gray", icon: IconPlayerPause },
  disconnected: { label: "Disconnected", color: "gray", icon: IconPlayerPause },
  attention: { label: "Needs attention", color: "red", icon: IconAlertTriangle },
};

/** How the sources are; those with a problem first. */
export function SourcesCard({ sources }: { sources: Dashboard["sources"] }) {
  const live = sources.items.filter((item) => item.state !== "");
  return (
    <Card title="Sources" to="/integrations">
      {!live.length && <None>No source is connected live.</None>}
      <Stack gap="xs" component="ul" className={classes.list}>
        {live.map((item) => (
          <Source key={item.id} item={item} />
        ))}
      </Stack>
      {sources.files > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {counted(sources.files, "source")} of files {sources.files === 1 ? "was" : "were"}{" "}
          imported.
        </Text>
      )}
    </Card>
  );
}

function Source({ item }: { item: Dashboard["sources"]["items"][number] }) {
  const name = item.healthy ? "healthy" : item.state in HEALTH ? item.state : "attention";
  const {
    label,
    color,
    icon: Icon,
  } = HEALTH[name] ?? { label: name, color: "gray", icon: IconCheck };
  return (
    <li>
      <div className={classes.line}>
        <Group gap={8} wrap="nowrap" miw={0}>
          <SourceIcon source={item.source} />
          <Anchor component={Link} to={`/integrations/${item.id}`} c="inherit" size="sm">
            <InertText>{item.name}</InertText>
          </Anchor>
        </Group>
        <Badge color={color} leftSection={<Icon size={12} aria-hidden />} className={classes.end}>
          {label}
        </Badge>
      </div>
      {!item.healthy && (item.problem || item.next_step) && (
        <Text size="xs" c="dimmed">
          {[item.problem, item.next_step].filter(Boolean).join(" ")}
        </Text>
      )}
    </li>
  );
}
