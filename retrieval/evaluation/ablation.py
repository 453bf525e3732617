"""Ablation: the same questions, with one part of the search changed or left out at a time. Pure."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from retrieval.backends import Backend
from retrieval.evaluation.measure import Asked, Recall, measure, together
from retrieval.graph.expand import GraphMode
from retrieval.stages import NONE, Off, Stage


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to search. What is None is as the team has it."""

    backend: Backend | None = None
    graph: GraphMode | None = None
    off: Off = NONE


WHOLE = "whole"

Finding = Callable[[Variant], Callable[[str, int], Sequence[str]]]


def variants(base: Variant) -> dict[str, Variant]:
    """The base, then what differs from it in one thing, by name."""
    return {WHOLE: base, **dict(_changed(base))}


def _changed(base: Variant) -> Iterator[tuple[str, Variant]]:
    for stage in Stage:
        yield f"without {stage}", Variant(base.backend, base.graph, {*base.off, stage})
    for backend in Backend:
        if backend not in (base.backend, Backend.HYBRID):
            yield f"backend {backend}", Variant(backend, base.graph, base.off)
    for graph in GraphMode:
        if graph not in (base.graph, GraphMode.OFF):
            yield f"graph {graph}", Variant(base.backend, graph, base.off)


def measured(
    questions: Sequence[Asked],
    finding: Finding,
    tried: Mapping[str, Variant],
    *,
    ks: Collection[int],
) -> dict[str, Recall]:
    """How each variant does, by its name."""
    return {name: measure(questions, finding(each), ks=ks) for name, each in tried.items()}


def joined(groups: Sequence[Mapping[str, Recall]]) -> dict[str, Recall]:
    """The measurements of several groups of questions as one."""
    return {name: together([group[name] for group in groups]) for name in groups[0]}
