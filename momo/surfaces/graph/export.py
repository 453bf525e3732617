"""A team's graph as one HTML file that needs no network and no server.

Text from memories is data: it is JSON that cannot end its element, shown as text alone, and the
page's own policy lets nothing run but the two scripts that were put into it.
"""

import html
import json
from base64 import b64encode
from datetime import datetime
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from typing import Any

from momo.surfaces.graph import look
from retrieval.graph.picture import Graph, GraphEdge, GraphNode

DRAWING_PACKAGE = "pyvis"  # ships vis-network, of which only this one file is used
DRAWING_FILE = "vis-network.min.js"

_INERT = {
    "<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029",
}  # fmt: skip


class NoDrawingLibrary(Exception):
    """vis-network is not installed here; the message says what to do."""


def page(graph: Graph, *, team: str, at: datetime) -> str:
    """The HTML of a graph. Raises NoDrawingLibrary."""
    drawing, own = _drawing(), _file("page.js")
    parts = {
        "policy": _policy(drawing, own),
        "style": _file("page.css"),
        "title": html.escape(f"{team}: what was decided"),
        "note": html.escape(_note(graph, at)),
        "legend": _legend(graph),
        "data": _data(graph),
        "drawing": drawing,
        "script": own,
    }
    before, *rest = _file("page.html").split("{{")
    pieces = [before]
    for each in rest:
        name, _, after = each.partition("}}")
        pieces += [parts[name], after]
    return "".join(pieces)


def _policy(*scripts: str) -> str:
    hashes = " ".join(
        f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts
    )
    return f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src {hashes}"


def _drawing() -> str:
    """vis-network's code, found without importing the package that ships it: it is data here."""
    try:
        shipped = distribution(DRAWING_PACKAGE).files or []
    except PackageNotFoundError:
        shipped = []
    found = sorted((file for file in shipped if file.name == DRAWING_FILE), key=str)
    if not found:
        raise NoDrawingLibrary(
            "The drawing library vis-network is missing. Install the package that brings it: "
            f".venv/bin/pip install --no-deps {DRAWING_PACKAGE}"
        )
    code = found[-1].read_text().partition("//# sourceMappingURL")[0].replace("\r\n", "\n")
    if "</script" in code.lower() or "<!--" in code:
        raise NoDrawingLibrary("This copy of vis-network cannot be put into a page.")
    return code


def _file(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _data(graph: Graph) -> str:
    data = {
        "nodes": [_node(node) for node in graph.nodes],
        "edges": [_edge(edge) for edge in graph.edges],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character, escaped in _INERT.items():
        text = text.replace(character, escaped)
    return text


def _node(node: GraphNode) -> dict[str, Any]:
    faded = node.holds in {"superseded", "reversed"}
    return {
        "id": str(node.id),
        "label": look.shortened(node.label),
        "full": node.label,
        "type": _type(node),
        "summary": node.summary,
        "holds": node.holds or "",
        "date": f"{node.date:%Y-%m-%d}" if node.date else "",
        "color": look.color(node),
        "shape": look.shape(node),
        "size": look.size(node),
        "opacity": look.FADED if faded else 1.0,
    }


def _edge(edge: GraphEdge) -> dict[str, Any]:
    return {
        "from": str(edge.source),
        "to": str(edge.target),
        "kind": edge.kind,
        "value": edge.weight,
        "title": look.relation(edge),
    }


def _note(graph: Graph, at: datetime) -> str:
    memories = sum(node.is_memory for node in graph.nodes)
    note = f"{memories} memories, {len(graph.nodes) - memories} people and things, {at:%Y-%m-%d}."
    left_out = f" {graph.left_out} less important memories are left out." if graph.left_out else ""
    return note + left_out


def _legend(graph: Graph) -> str:
    """The marks of what is in this graph, each with a box to hide it."""
    there = {(not n.is_memory, _type(n), look.shape(n), look.color(n)) for n in graph.nodes}
    return "".join(
        f'<li><label><input type="checkbox" checked value="{html.escape(type_)}">'
        f'<i class="{shape}" style="background:{color}"></i>{html.escape(type_)}</label></li>'
        for _, type_, shape, color in sorted(there)
    )


def _type(node: GraphNode) -> str:
    return node.type.replace("_", " ")
