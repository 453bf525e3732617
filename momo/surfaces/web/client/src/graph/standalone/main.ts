/** A graph's own page: one file that needs no network. All text is set as text. */

import { withoutHiddenMarks } from "../../pieces/inert";
import { Drawing } from "../drawing";
import { around, type GraphData, wordsOf } from "../model";
import { spanOf } from "../time";
import { ALL, marked, type View } from "../view";
import { Chosen } from "./chosen";
import { byId } from "./elements";
import { drawLegend } from "./legend";
import { listed } from "./list";
import { Slider } from "./slider";

const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

class Page {
  private view: View = ALL;
  private chosenId: string | null = null;
  private hops = 1;
  private readonly drawing: Drawing;
  private readonly chosen = new Chosen(byId("chosen"), (id) => this.choose(id, true));

  constructor(private readonly graph: GraphData) {
    this.drawing = new Drawing(byId("graph"), {
      scheme,
      calm,
      onChoose: (id) => this.choose(id),
      onExpand: (id) => this.focus(id, 2),
    });
    drawLegend(byId("legend"), graph.nodes, scheme, (hiddenTypes) => this.look({ hiddenTypes }));
    const span = spanOf(graph);
    if (span) new Slider(span, calm, (at) => this.look({ at }));
    this.wireSearch();
    this.wireFocus();
    this.look({});
  }

  private look(change: Partial<View>): void {
    this.view = { ...this.view, ...change };
    this.drawing.show(this.graph, this.view);
    this.list();
  }

  private choose(id: string | null, goTo = false): void {
    this.chosenId = id;
    this.chosen.show(this.graph, id);
    byId("focus").hidden = !id;
    this.drawing.choose(id);
    this.look({ focus: id ? { id, hops: this.hops } : null });
    if (id && goTo) this.drawing.goTo(id);
  }

  private focus(id: string, hops: number): void {
    this.hops = hops;
    for (const radio of document.querySelectorAll<HTMLInputElement>("input[name=hops]"))
      radio.checked = Number(radio.value) === hops;
    this.choose(id);
    this.drawing.fit(around(this.graph, id, hops));
  }

  private list(): void {
    const shown = marked(this.graph, this.view).filter((mark) => mark.lit && !mark.hidden);
    listed(byId("list"), shown, (id) => this.choose(id, true));
    const isAll = shown.length === this.graph.nodes.length;
    byId("count").textContent = isAll ? "" : `${shown.length} of ${this.graph.nodes.length} shown`;
  }

  private wireSearch(): void {
    const search = byId<HTMLInputElement>("search");
    search.addEventListener("input", () => {
      this.choose(null);
      this.look({ words: wordsOf(search.value) });
      byId<HTMLDetailsElement>("nodes").open = search.value !== "";
    });
    document.addEventListener("keydown", (event) => {
      const isTyping = event.target instanceof HTMLInputElement && event.target.type === "search";
      if (event.key === "Escape") this.choose(null);
      if (event.key !== "/" || isTyping) return;
      event.preventDefault();
      search.focus();
    });
  }

  private wireFocus(): void {
    byId("focus").addEventListener("change", ({ target }) => {
      const id = this.chosenId;
      if (id) this.focus(id, Number((target as HTMLInputElement).value));
    });
    byId("fit").addEventListener("click", () => {
      this.choose(null);
      this.drawing.fit();
    });
    byId("nearer").addEventListener("click", () => this.drawing.zoom(1));
    byId("farther").addEventListener("click", () => this.drawing.zoom(-1));
  }
}

const { nodes, edges } = JSON.parse(byId("data").textContent ?? "") as GraphData;
const inert = nodes.map((node) => ({
  ...node,
  label: withoutHiddenMarks(node.label),
  summary: withoutHiddenMarks(node.summary),
}));
new Page({ nodes: inert, edges });
