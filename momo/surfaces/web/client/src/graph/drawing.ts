import { DataSet } from "vis-data/esnext";
import { type Edge, Network, type Node, type Options } from "vis-network/esnext";
import { withoutHiddenMarks } from "../pieces/inert";
import { apart, type Label, linesOf } from "./labels";
import { colorOf, DIM, FADED, INK, type Scheme, shapeOf, shortened, sizeOf } from "./look";
import { type GraphData, type GraphEdge, type GraphNode, keyOf, said } from "./model";
import { type Mark, marked, type View } from "./view";

const TIED = new Set(["SUPERSEDES", "INVALIDATES", "COMPACTS"]);
const SETTLING = 300; // steps of the layout before it is first shown
const SETTLING_AT_ONCE = 10; // steps between which the page stays usable
const SETTLING_MORE = 90; // steps after something was added
const NEAR = 60; // pixels from a node at which what is found around it begins
const ZOOM = 1.3;
const LINE = 0.6; // opacity of a relation
const NEARBY = 0.9; // scale at which a node that was gone to is shown with what is around it
const TEXT = 12; // pixels of a label's letters, at any zoom
const LINE_HEIGHT = 14; // pixels
const HALO = 3; // pixels around letters, in which nothing else is seen
const BESIDE = 4; // pixels between a node and its label
const ROOM = 0.92; // of the scale at which the nodes just fit, so that their labels do

interface DrawingOptions {
  scheme: Scheme;
  /** Whether nothing is to move by itself. */
  calm: boolean;
  onChoose: (id: string | null) => void;
  onExpand?: (id: string) => void;
  /** Called once it is to be seen. */
  onDrawn?: () => void;
}

/** A graph on a canvas. All that is written on it is drawn as text. */
export class Drawing {
  private readonly nodes = new DataSet<Node>();
  private readonly edges = new DataSet<Edge>();
  private readonly network: Network;
  private readonly face: string;
  private named: GraphNode[] = []; // in the order in which their names find room
  private isGone = false;
  private touched: string | null = null; // chosen in the drawing itself

  constructor(
    container: HTMLElement,
    private readonly options: DrawingOptions,
  ) {
    this.face = getComputedStyle(container).fontFamily;
    this.network = new Network(container, { nodes: [], edges: [] }, LAYOUT);
    this.network.on("stabilizationIterationsDone", () => this.rest());
    this.network.once("stabilizationIterationsDone", () => {
      this.network.moveTo({ scale: this.network.getScale() * ROOM });
      this.network.once("afterDrawing", () => options.onDrawn?.());
    });
    this.network.on("afterDrawing", (context: CanvasRenderingContext2D) => this.write(context));
    this.network.on("select", ({ nodes: [id] }: { nodes: string[] }) => {
      this.touched = id ?? null;
      options.onChoose(this.touched);
    });
    this.network.on("doubleClick", ({ nodes: [id] }: { nodes: string[] }) => {
      if (id) options.onExpand?.(id);
    });
    label(container);
  }

  /** Draw what a view shows of a graph. New nodes begin beside `from`, and nothing else moves far. */
  show(graph: GraphData, view: View, from?: string): void {
    const marks = marked(graph, view);
    const byId = new Map(marks.map((mark) => [mark.node.id, mark]));
    const added = graph.nodes.filter((node) => !this.nodes.get(node.id));
    if (this.isGone) return;
    const known = this.nodes.length > 0;
    this.named = named(marks, view);
    this.drop(graph);
    this.nodes.update(marks.map((mark) => this.drawn(mark, known ? this.beside(from, mark) : {})));
    this.edges.update(graph.edges.map((edge) => this.line(edge, view, byId)));
    if (!known) this.network.setData({ nodes: this.nodes, edges: this.edges });
    else if (added.length) this.settle();
  }

  choose(id: string | null): void {
    if (this.isGone) return;
    if (id && this.nodes.get(id)) this.network.selectNodes([id]);
    else this.network.unselectAll();
  }

  /** Bring a node into the middle; what was chosen in the drawing itself is in view already. */
  goTo(id: string): void {
    if (this.isGone || id === this.touched || !this.nodes.get(id)) return;
    this.touched = null;
    this.network.focus(id, { scale: NEARBY, animation: !this.options.calm });
  }

  fit(ids?: Iterable<string>): void {
    const wanted = ids && [...ids].filter((id) => this.nodes.get(id));
    this.network.fit({ ...(wanted ? { nodes: wanted } : {}), animation: !this.options.calm });
  }

  zoom(direction: 1 | -1): void {
    const scale = this.network.getScale() * ZOOM ** direction;
    this.network.moveTo({ scale, animation: !this.options.calm });
  }

  /** It draws nothing any more, whoever still holds it. */
  destroy(): void {
    this.isGone = true;
    this.network.destroy();
  }

  /** Write the names of nodes under them; where two would touch, the one of what matters more. */
  private write(context: CanvasRenderingContext2D): void {
    const pixel = 1 / this.network.getScale();
    const ink = INK[this.options.scheme];
    context.font = `${TEXT * pixel}px ${this.face}`;
    context.textAlign = "center";
    context.textBaseline = "top";
    context.lineJoin = "round";
    context.lineWidth = HALO * pixel;
    context.strokeStyle = ink.halo;
    context.fillStyle = ink.text;
    for (const { lines, x, y } of apart(this.labels(context, pixel))) {
      for (const [row, line] of lines.entries()) {
        const top = y + row * LINE_HEIGHT * pixel;
        context.strokeText(line, x, top);
        context.fillText(line, x, top);
      }
    }
  }

  private labels(context: CanvasRenderingContext2D, pixel: number): Label[] {
    const places = this.network.getPositions();
    return this.named.flatMap((node) => {
      const place = places[node.id];
      if (!place) return [];
      const lines = linesOf(shortened(withoutHiddenMarks(node.label)));
      const size = sizeOf(node);
      const mark = { x: place.x, y: place.y - size, width: 2 * size, height: 2 * size };
      return {
        lines,
        mark,
        x: place.x,
        y: place.y + size + BESIDE * pixel,
        width: Math.max(...lines.map((line) => context.measureText(line).width)),
        height: lines.length * LINE_HEIGHT * pixel,
      };
    });
  }

  private rest(): void {
    this.network.setOptions({ physics: { enabled: false } });
  }

  private settle(): void {
    this.network.setOptions({ physics: { enabled: true } });
    this.network.stabilize(SETTLING_MORE);
  }

  private drop(graph: GraphData): void {
    const nodes = new Set<unknown>(graph.nodes.map((node) => node.id));
    const edges = new Set<unknown>(graph.edges.map(keyOf));
    this.nodes.remove(this.nodes.getIds().filter((id) => !nodes.has(id)));
    this.edges.remove(this.edges.getIds().filter((id) => !edges.has(id)));
  }

  private beside(from: string | undefined, { node }: Mark): Partial<Node> {
    if (!from || this.nodes.get(node.id) || !this.nodes.get(from)) return {};
    const { x, y } = this.network.getPosition(from);
    const angle = Math.random() * 2 * Math.PI;
    return { x: x + NEAR * Math.cos(angle), y: y + NEAR * Math.sin(angle) };
  }

  private drawn({ node, hidden, lit, ended }: Mark, place: Partial<Node>): Node {
    const ink = INK[this.options.scheme];
    const background = colorOf(node, this.options.scheme);
    return {
      id: node.id,
      title: withoutHiddenMarks(node.label),
      shape: shapeOf(node),
      size: sizeOf(node),
      color: { background, border: ink.text, highlight: { background, border: ink.text } },
      hidden,
      opacity: lit ? (ended ? FADED : 1) : DIM,
      ...place,
    };
  }

  private line(edge: GraphEdge, view: View, marks: Map<string, Mark>): Edge {
    const ink = INK[this.options.scheme];
    const isTie = TIED.has(edge.kind);
    const ends = [marks.get(edge.source), marks.get(edge.target)];
    const isLater =
      view.at !== null && edge.first_at !== null && Date.parse(edge.first_at) > view.at;
    return {
      id: keyOf(edge),
      from: edge.source,
      to: edge.target,
      value: edge.weight,
      title: said(edge),
      arrows: isTie ? "to" : "",
      dashes: edge.kind === "SIMILAR",
      length: edge.kind === "SIMILAR" ? 440 : 260,
      color: {
        color: isTie ? ink.tie : ink.line,
        opacity: ends.every((end) => end?.lit) ? LINE : DIM,
      },
      hidden: isLater || !ends.every((end) => end && !end.hidden),
    };
  }
}

/** The nodes that are looked at: the one around which one looks, then the most important. */
function named(marks: Mark[], { focus }: View): GraphNode[] {
  const weight = (node: GraphNode) => (node.id === focus?.id ? Infinity : node.importance);
  return marks
    .filter((mark) => mark.lit && !mark.hidden)
    .map((mark) => mark.node)
    .sort((one, other) => weight(other) - weight(one));
}

/** The canvas takes the focus, for arrow keys, plus and minus; it says what it is. */
function label(container: HTMLElement): void {
  const frame = container.querySelector<HTMLElement>(".vis-network");
  frame?.setAttribute("role", "application");
  frame?.setAttribute(
    "aria-label",
    "Drawn graph. Arrow keys move it, plus and minus zoom. The list has every node and relation.",
  );
}

const LAYOUT: Options = {
  nodes: { borderWidth: 1, borderWidthSelected: 3 },
  edges: {
    smooth: { enabled: true, type: "continuous", roundness: 0.5 },
    scaling: { min: 0.8, max: 2 },
  },
  interaction: {
    hover: true,
    tooltipDelay: 100,
    hideEdgesOnDrag: true,
    keyboard: { enabled: true, bindToWindow: false },
  },
  layout: { improvedLayout: false, randomSeed: 7 },
  physics: {
    barnesHut: {
      gravitationalConstant: -48000,
      centralGravity: 0.2,
      springLength: 260,
      damping: 0.3,
      avoidOverlap: 0.6,
    },
    stabilization: { iterations: SETTLING, updateInterval: SETTLING_AT_ONCE },
  },
};
