"""How one memory leads to another, in words: "via Jane, who decided X". Pure."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Node:
    """A memory or something that memories name. `type` is a memory's kind, or an entity's type;
    `name` a title or a name."""

    id: UUID
    is_memory: bool
    type: str
    name: str


@dataclass(frozen=True, slots=True)
class Step:
    """An edge that was followed, `forwards` from its source to its target."""

    kind: str
    role: str
    forwards: bool


@dataclass(frozen=True, slots=True)
class Path:
    """From a seed, the first node, to the memory reached, the last one."""

    nodes: tuple[Node, ...]
    steps: tuple[Step, ...]
    score: float  # of the seed, less at each hop

    @property
    def hops(self) -> int:
        return len(self.steps)

    @property
    def text(self) -> str:
        """Why the last node belongs to the first one, for a person to read."""
        if self.hops == 1:
            return _direct(self.nodes[0], self.steps[0])
        first, second = self.steps[0], self.steps[1]
        middle = self.nodes[1]
        if middle.is_memory:
            return f"via {_quoted(middle)}, {_link(second)}"
        if middle.type == "thread":  # named by its source, for programs to read
            return f"in the thread of {_quoted(self.nodes[0])}"
        return f"via {middle.name}, {_naming(self.nodes[0], middle, first)}"


def _direct(seed: Node, step: Step) -> str:
    return f"{_DIRECT.get((step.kind, step.forwards), 'related to')} {_quoted(seed)}"


# From the seed to what was reached: what the reached one is to the seed.
_DIRECT = {
    ("SIMILAR", True): "similar to",
    ("SIMILAR", False): "similar to",
    ("SUPERSEDES", True): "replaced by",
    ("SUPERSEDES", False): "replaces",
    ("INVALIDATES", True): "made invalid by",
    ("INVALIDATES", False): "makes invalid",
    ("COMPACTS", True): "summed up in",
    ("COMPACTS", False): "sums up",
}


def _link(step: Step) -> str:
    """The last step, from the memory in the middle."""
    return _LINK.get((step.kind, step.forwards), "to which it is related")


_LINK = {
    ("SIMILAR", True): "to which it is similar",
    ("SIMILAR", False): "to which it is similar",
    ("SUPERSEDES", True): "which replaced it",
    ("SUPERSEDES", False): "which it replaces",
    ("INVALIDATES", True): "which made it invalid",
    ("INVALIDATES", False): "which it makes invalid",
    ("COMPACTS", True): "which sums it up",
    ("COMPACTS", False): "which it sums up",
}

_DEED = {
    "decider": "who decided",
    "author": "who wrote",
    "co_author": "who wrote",
    "to": "who was told",
    "cc": "who was told",
    "mentioned": "who is named in",
}


def _naming(seed: Node, entity: Node, step: Step) -> str:
    """What the seed has to do with what it names."""
    if entity.type == "person":
        deed = _DEED.get(step.role, "who is named in")
        # A decision's author is who took it: "wrote" says less.
        if deed == "who wrote" and seed.type == "decision":
            deed = "who decided"
        return f"{deed} {_quoted(seed)}"
    return f"which {_quoted(seed)} is about"


def _quoted(node: Node) -> str:
    return f'"{node.name}"'
