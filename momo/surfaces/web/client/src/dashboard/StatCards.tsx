import { Paper, SimpleGrid, Text } from "@mantine/core";
import { Link } from "react-router";
import type { Dashboard } from "./series";
import classes from "./StatCards.module.css";

/** The numbers that matter, each leading to what it counts. */
export function StatCards({ board }: { board: Dashboard }) {
  const { totals, open, commitments, since, until } = board;
  const days = `since=${since}&until=${until}`;
  return (
    <SimpleGrid
      cols={{ base: 2, sm: 3, lg: 6 }}
      spacing="sm"
      component="ul"
      className={classes.list}
    >
      <Stat label="Decisions" value={totals.decisions} to={`/decisions?${days}`} />
      <Stat
        label="Replaced or reversed"
        value={totals.superseded + totals.reversed}
        to="/decisions?holds=superseded&holds=reversed"
      />
      <Stat label="Pending" value={open.pending} to="/decisions?status=pending" />
      <Stat
        label="Overdue commitments"
        value={commitments.overdue}
        to="/commitments?state=overdue"
        isUrgent
      />
      <Stat label="Due in 7 days" value={commitments.due} to="/commitments?state=due" />
      <Stat
        label="Waiting for a person"
        value={open.conflicts + open.awaiting_confirmation}
        to="/inbox"
      />
    </SimpleGrid>
  );
}

function Stat({
  label,
  value,
  to,
  isUrgent = false,
}: {
  label: string;
  value: number;
  to: string;
  isUrgent?: boolean;
}) {
  return (
    <li className={classes.item}>
      <Paper withBorder p="sm" component={Link} to={to} className={classes.card}>
        <Text
          fz={28}
          fw={650}
          lh={1.2}
          className="tabular"
          c={isUrgent && value ? "var(--mantine-color-error)" : undefined}
        >
          {value.toLocaleString()}
        </Text>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
      </Paper>
    </li>
  );
}
