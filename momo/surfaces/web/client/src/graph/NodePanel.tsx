import {
  Anchor,
  Button,
  CloseButton,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from "@mantine/core";
import { IconArrowsMaximize } from "@tabler/icons-react";
import { Link } from "react-router";
import { HoldsBadge } from "../pieces/HoldsBadge";
import { withoutHiddenMarks } from "../pieces/inert";
import { memoryAddress } from "../pieces/memoryAddress";
import { SourceMark } from "../pieces/SourceMark";
import { When } from "../pieces/When";
import { NodeMark } from "./Legend";
import { type GraphData, type GraphNode, relationsOf, spoken } from "./model";
import classes from "./NodePanel.module.css";

interface PanelProps {
  graph: GraphData;
  node: GraphNode;
  hops: number;
  expanded: boolean;
  busy: boolean;
  onHops: (hops: number) => void;
  onExpand: () => void;
  onFollow: (id: string) => void;
  onClose: () => void;
}

/** What is known of the node that was chosen, and the ways on from it. */
export function NodePanel({ graph, node, onFollow, onClose, ...ways }: PanelProps) {
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      aria-label="Chosen node"
      aria-live="polite"
      className={classes.panel}
    >
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h5" dir="auto">
            {withoutHiddenMarks(node.label)}
          </Title>
          <CloseButton aria-label="Close" onClick={onClose} />
        </Group>
        <About node={node} />
        {node.summary && (
          <Text size="sm" dir="auto">
            {withoutHiddenMarks(node.summary)}
          </Text>
        )}
        <PageLink node={node} />
        <Ways {...ways} />
        <Relations graph={graph} node={node} onFollow={onFollow} />
      </Stack>
    </Paper>
  );
}

function PageLink({ node }: { node: GraphNode }) {
  const [to, text] = node.is_memory
    ? [memoryAddress(node.id, node.type), `Open the ${spoken(node.type)}`]
    : [`/entities/${node.id}`, "Open its page, with all its names"];
  return (
    <Anchor component={Link} to={to} size="sm" fw={500}>
      {text}
    </Anchor>
  );
}

function About({ node }: { node: GraphNode }) {
  return (
    <Group gap="xs">
      <Group gap={6} component="span" display="inline-flex">
        <NodeMark node={node} />
        <Text size="sm" span>
          {spoken(node.decision_type || node.type)}
        </Text>
      </Group>
      {node.holds && node.type === "decision" && <HoldsBadge holds={node.holds} />}
      {node.source && <SourceMark source={node.source} />}
      {node.date && <When at={node.date} size="sm" c="dimmed" />}
    </Group>
  );
}

function Ways({
  hops,
  expanded,
  busy,
  onHops,
  onExpand,
}: Pick<PanelProps, "hops" | "expanded" | "busy" | "onHops" | "onExpand">) {
  return (
    <Group gap="xs">
      <SegmentedControl
        size="xs"
        aria-label="How far around it"
        data={[
          { value: "1", label: "1 hop" },
          { value: "2", label: "2 hops" },
        ]}
        value={String(hops)}
        onChange={(value) => onHops(Number(value))}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowsMaximize size={14} aria-hidden />}
        onClick={onExpand}
        disabled={expanded}
        loading={busy}
      >
        {expanded ? "Expanded" : "Expand"}
      </Button>
    </Group>
  );
}

function Relations({ graph, node, onFollow }: Pick<PanelProps, "graph" | "node" | "onFollow">) {
  const relations = relationsOf(graph, node.id);
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {relations.length === 1 ? "1 relation" : `${relations.length} relations`}
      </Title>
      <ul className={classes.relations}>
        {relations.map(({ key, text, other }) => (
          <li key={key}>
            <UnstyledButton className={classes.relation} onClick={() => onFollow(other.id)}>
              <NodeMark node={other} /> <bdi>{withoutHiddenMarks(text)}</bdi>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
