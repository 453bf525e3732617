import { Checkbox, Group, useComputedColorScheme } from "@mantine/core";
import { useMemo } from "react";
import classes from "./Legend.module.css";
import { colorOf, legendOf, type LegendEntry, shapeOf } from "./look";
import { type GraphNode, spoken } from "./model";

/** What the marks mean, each with a box to hide it. */
export function Legend({
  nodes,
  hidden,
  onChange,
}: {
  nodes: GraphNode[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: Set<string>) => void;
}) {
  const entries = useMemo(() => legendOf(nodes), [nodes]);
  const shown = entries.map((entry) => entry.type).filter((type) => !hidden.has(type));
  const take = (types: string[]) =>
    onChange(new Set(entries.map((entry) => entry.type).filter((type) => !types.includes(type))));
  return (
    <Checkbox.Group label="Shown" value={shown} onChange={take} mih={54}>
      <Group gap="md" mt={4}>
        {entries.map((entry) => (
          <Checkbox
            key={entry.type}
            value={entry.type}
            size="xs"
            classNames={{ label: classes.label }}
            label={<Entry entry={entry} />}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

function Entry({ entry }: { entry: LegendEntry }) {
  return (
    <>
      <NodeMark node={entry} /> <span className={classes.name}>{spoken(entry.type)}</span>{" "}
      <span className="tabular">({entry.count})</span>
    </>
  );
}

/** The mark that a node has in the drawing. */
export function NodeMark({ node }: { node: Pick<GraphNode, "type" | "is_memory"> }) {
  const scheme = useComputedColorScheme("light");
  return (
    <span
      aria-hidden
      className={classes.mark}
      data-shape={shapeOf(node)}
      style={{ background: colorOf(node, scheme) }}
    />
  );
}
