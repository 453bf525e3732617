"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const nodes = new Map(data.nodes.map((node) => [node.id, node]));
  const tied = new Set(["SUPERSEDES", "INVALIDATES", "COMPACTS"]);
  const options = {
    nodes: { borderWidth: 1, font: { size: 12, multi: false, color: "#212121" } },
    edges: { smooth: { type: "continuous" }, scaling: { min: 0.5, max: 2 } },
    interaction: { hover: true, tooltipDelay: 100, hideEdgesOnDrag: true },
    layout: { improvedLayout: false, randomSeed: 7 },
    physics: {
      barnesHut: {
        gravitationalConstant: -14000, springLength: 160, damping: 0.3, avoidOverlap: 0.3,
      },
      stabilization: { iterations: 300 },
    },
  };
  const drawn = {
    nodes: data.nodes.map(({ id, label, full, color, shape, size, opacity }) => (
      { id, label, title: full, color, shape, size, opacity }
    )),
    edges: data.edges.map(({ from, to, kind, value, title }) => ({
      from, to, value, title,
      arrows: tied.has(kind) ? "to" : "",
      dashes: kind === "SIMILAR",
      length: kind === "SIMILAR" ? 320 : 160,
      color: { color: tied.has(kind) ? "#C62828" : "#BDBDBD", opacity: 0.6 },
    })),
  };
  const network = new vis.Network(document.getElementById("graph"), drawn, options);
  network.once("stabilizationIterationsDone", () => network.setOptions({ physics: false }));

  // All text is set as text: nothing in a memory is read as HTML.
  const put = (parent, tag, text, name = "") => {
    const element = document.createElement(tag);
    element.textContent = text;
    element.className = name;
    parent.append(element);
    return element;
  };
  const chosen = document.getElementById("chosen");
  network.on("select", ({ nodes: [id] }) => {
    chosen.replaceChildren();
    const node = nodes.get(id);
    if (!node) return;
    put(chosen, "h2", node.full);
    put(chosen, "p", [node.type, node.date, node.holds].filter(Boolean).join(", "), "quiet");
    if (node.summary) put(chosen, "p", node.summary);
    const list = put(chosen, "ul", "");
    for (const { from, to, title } of data.edges) {
      if (from === id) put(list, "li", `${title}: ${nodes.get(to).full}`);
      if (to === id) put(list, "li", `${nodes.get(from).full} (${title})`);
    }
  });
})();
