"""A team's graph as one HTML file that needs no network and no server.

Text from memories is data: it is JSON that cannot end its element, shown as text alone, and the
page's own policy lets nothing run, and nothing style it, but what was put into it.
"""

import html
import json
from base64 import b64encode
from datetime import datetime
from hashlib import sha256
from importlib.resources import files

from django.core.serializers.json import DjangoJSONEncoder

from momo.surfaces.web.built import standalone
from retrieval.graph.nodes import Graph
from retrieval.graph.serializers import GraphItem

_SCRIPT = "graph.js"
_INERT = {
    "<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029",
}  # fmt: skip


def page(graph: Graph, *, team: str, at: datetime) -> str:
    """The HTML of a graph. Raises NotBuilt where the script that draws it is not there."""
    script, style = standalone(_SCRIPT), _file("page.css")
    parts = {
        "policy": f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'",
        "style": style,
        "title": html.escape(f"{team}: what was decided"),
        "note": html.escape(_note(graph, at)),
        "data": _data(graph),
        "script": script,
    }
    before, *rest = _file("page.html").split("{{")
    pieces = [before]
    for each in rest:
        name, _, after = each.partition("}}")
        pieces += [parts[name], after]
    return "".join(pieces)


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _file(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _data(graph: Graph) -> str:
    """The graph as the API gives it."""
    text = json.dumps(
        GraphItem(graph).data, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":")
    )
    for character, escaped in _INERT.items():
        text = text.replace(character, escaped)
    return text


def _note(graph: Graph, at: datetime) -> str:
    memories = sum(node.is_memory for node in graph.nodes)
    note = f"{memories} memories, {len(graph.nodes) - memories} people and things, {at:%Y-%m-%d}."
    left_out = f" {graph.left_out} less important memories are left out." if graph.left_out else ""
    return note + left_out
