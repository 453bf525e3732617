import classes from "./Lineage.module.css";
import type { Arrow, Picture, Placed } from "./lineage";

export const ROW_HEIGHT = 92; // pixels, as the labels have
const LANE = 24;
const RADIUS = 7;
const BULGE = 16; // how far an arrow goes around what stands between

interface Props {
  picture: Picture;
  current: string;
  stands: (id: string) => boolean;
  onOpen: (id: string) => void;
}

/** Drawn beside the labels, which say the same: so it is nothing to a screen reader. */
export function LineagePicture({ picture, current, stands, onOpen }: Props) {
  const width = picture.lanes * LANE + BULGE;
  return (
    <svg
      aria-hidden
      className={classes.picture}
      width={width}
      height={picture.nodes.length * ROW_HEIGHT}
    >
      <defs>
        <marker id="replaced-by" markerWidth="8" markerHeight="8" refX="6" refY="4" orient="auto">
          <path d="M0 0 L8 4 L0 8 z" className={classes.head} />
        </marker>
      </defs>
      {picture.arrows.map((arrow) => (
        <path
          key={`${arrow.from.id}${arrow.to.id}`}
          d={pathOf(arrow)}
          className={classes.arrow}
          markerEnd="url(#replaced-by)"
        />
      ))}
      {picture.nodes.map((node) => (
        <circle
          key={node.id}
          cx={xOf(node)}
          cy={yOf(node)}
          r={node.id === current ? RADIUS + 2 : RADIUS}
          className={classes.node}
          data-current={node.id === current || undefined}
          data-stands={stands(node.id) || undefined}
          onClick={() => onOpen(node.id)}
        />
      ))}
    </svg>
  );
}

function xOf(node: Placed): number {
  return BULGE + node.lane * LANE;
}

function yOf(node: Placed): number {
  return node.row * ROW_HEIGHT + 13; // beside the first line of the label
}

function pathOf({ from, to, around }: Arrow): string {
  const down = Math.sign(yOf(to) - yOf(from)) || 1;
  const [x, y] = [xOf(from), yOf(from) + down * (RADIUS + 3)];
  const [toX, toY] = [xOf(to), yOf(to) - down * (RADIUS + 5)];
  if (around) return `M${x} ${y} C${x - BULGE} ${y + 30} ${toX - BULGE} ${toY - 30} ${toX} ${toY}`;
  const middle = (y + toY) / 2;
  return `M${x} ${y} C${x} ${middle} ${toX} ${middle} ${toX} ${toY}`;
}
