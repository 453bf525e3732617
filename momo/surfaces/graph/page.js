"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const nodes = new Map(data.nodes.map((node) => [node.id, node]));
  const tied = new Set(["SUPERSEDES", "INVALIDATES", "COMPACTS"]);
  const DIM = 0.12; // opacity of what is not looked for
  const LISTED = 12; // nodes that a search lists
  const options = {
    nodes: {
      borderWidth: 1, widthConstraint: { maximum: 140 },
      font: { size: 12, multi: false, strokeWidth: 3, strokeColor: "#fafafa" },
    },
    edges: { smooth: { type: "continuous" }, scaling: { min: 0.5, max: 2 } },
    interaction: { hover: true, tooltipDelay: 100, hideEdgesOnDrag: true },
    layout: { improvedLayout: false, randomSeed: 7 },
    physics: {
      barnesHut: {
        gravitationalConstant: -22000, springLength: 180, damping: 0.3, avoidOverlap: 0.6,
      },
      stabilization: { iterations: 300 },
    },
  };
  const drawn = new vis.DataSet(data.nodes.map(({ id, label, full, color, shape, size }) => (
    { id, label, title: full, color, shape, size }
  )));
  const edges = data.edges.map(({ from, to, kind, value, title }) => ({
    from, to, value, title,
    arrows: tied.has(kind) ? "to" : "",
    dashes: kind === "SIMILAR",
    length: kind === "SIMILAR" ? 340 : 180,
    color: { color: tied.has(kind) ? "#C62828" : "#BDBDBD", opacity: 0.6 },
  }));
  const network = new vis.Network(document.getElementById("graph"), { nodes: drawn, edges }, options);
  network.once("stabilizationIterationsDone", () => network.setOptions({ physics: false }));

  // What is looked at: the words searched for, the types that are off, the chosen node's neighbors.
  const hidden = new Set();
  let words = [], near = null;
  const said = (node) => `${node.full} ${node.type} ${node.summary} ${node.holds}`.toLowerCase();
  const found = (node) => words.every((word) => said(node).includes(word));
  const paint = () => drawn.update(data.nodes.map((node) => {
    const lit = near ? near.has(node.id) : found(node);
    return {
      id: node.id, hidden: hidden.has(node.type), opacity: lit ? node.opacity : DIM,
      font: { color: lit ? "#212121" : "#cfcfcf" },
    };
  }));

  // All text is set as text: nothing in a memory is read as HTML.
  const put = (parent, tag, text, name = "") => {
    const element = document.createElement(tag);
    element.textContent = text;
    element.className = name;
    parent.append(element);
    return element;
  };
  const chosen = document.getElementById("chosen");
  const link = (list, text, id) => {
    const button = put(put(list, "li", ""), "button", text);
    button.type = "button";
    button.addEventListener("click", () => {
      network.selectNodes([id]);
      network.focus(id, { scale: 1, animation: true });
      choose(id);
    });
  };
  const choose = (id) => {
    chosen.replaceChildren();
    const node = nodes.get(id);
    near = node ? new Set([id, ...network.getConnectedNodes(id)]) : null;
    paint();
    if (!node) return;
    put(chosen, "h2", node.full);
    put(chosen, "p", [node.type, node.date, node.holds].filter(Boolean).join(", "), "quiet");
    if (node.summary) put(chosen, "p", node.summary);
    const list = put(chosen, "ul", "");
    for (const { from, to, title } of data.edges) {
      if (from === id) link(list, `${title}: ${nodes.get(to).full}`, to);
      if (to === id) link(list, `${nodes.get(from).full} (${title})`, from);
    }
  };
  network.on("select", ({ nodes: [id] }) => choose(id));

  document.getElementById("search").addEventListener("input", ({ target }) => {
    words = target.value.toLowerCase().split(/\s+/).filter(Boolean);
    network.unselectAll();
    choose();
    if (!words.length) return;
    const hits = data.nodes.filter((node) => found(node) && !hidden.has(node.type));
    put(chosen, "p", hits.length > LISTED ? `${hits.length} found, the first ${LISTED}:`
      : `${hits.length} found`, "quiet");
    const list = put(chosen, "ul", "");
    for (const node of hits.slice(0, LISTED)) link(list, node.full, node.id);
  });
  document.getElementById("legend").addEventListener("change", ({ target }) => {
    hidden[target.checked ? "delete" : "add"](target.value);
    paint();
  });
  paint();
})();
