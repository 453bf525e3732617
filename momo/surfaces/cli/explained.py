"""Printing why a search found what it found."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from momo.surfaces.cli.show import inert, out, table
from retrieval.ranking.contributions import Contribution
from retrieval.results import Dropped, Explanation, Reason, Why

_PARTS = {
    "meaning": "meaning (cosine)",
    "words": "words, its own and around it",
    "people": "people named",
    "time": "time named",
    "cues": "wording",
    "information": "how much it tells",
    "when": "tells a time",
    "who": "tells names",
    "question": "is a question",
    "first_person": "speaks of themselves",
    "decision": "decision of the kind asked for",
    "base": "what everything gets",
    "recency": "recency",
    "superseded": "superseded",
    "observation": "a message, no decision",
    "graph": "relations",
}
_REASONS = {
    Reason.NO_EVIDENCE: "nothing in it speaks for it",
    Reason.REPEATS: "repeats a better one",
    Reason.SAME_SOURCE: "of the same message as a better one",
    Reason.LIMIT: "others are better",
}


def print_why(why: Why) -> None:
    """Below a result: the sentence, what its score is made of, and what it is behind."""
    out.print(f"   [cyan]{inert(why.sentence)}[/]")
    if why.behind:
        out.print(f"   [magenta]{inert(why.behind)}[/]")
    table("", ("part", "value", "weight", "adds"), _rows(why.contributions), indent=3)


def print_rest(explanation: Explanation) -> None:
    """Below all results: what was looked for, what is missing, and where the time went."""
    looked = [*explanation.terms, *explanation.names]
    out.print(f"[bold]Looked for[/] {inert(', '.join(looked) or explanation.dense_text)}")
    for line in explanation.read:
        out.print(f"[bold]Understood[/] {inert(line)}")
    reached = f", and {explanation.reached} by relations" if explanation.reached else ""
    out.print(f"[bold]Landed[/] {explanation.candidates}{reached}")
    for reason, count in explanation.dropped.items():
        out.print(f"[bold]Left out[/] {count}: {_REASONS[reason]}")
    if explanation.nearest:
        number = {why.id: place for place, why in enumerate(explanation.why, 1)}
        rows = [(d.title, f"{d.score:.2f}", _reason(d, number), d.id) for d in explanation.nearest]
        table("Nearest of those left out", ("title", "score", "why", "id"), rows)
    spent = ", ".join(f"{stage} {1000 * s:.1f}" for stage, s in explanation.seconds.items())
    out.print(f"[dim]Milliseconds: {spent}[/]")


def _reason(dropped: Dropped, number: Mapping[UUID, int]) -> str:
    repeated = number.get(dropped.repeats) if dropped.repeats else None
    if not repeated:
        return _REASONS[dropped.reason]
    same = "of the same message as" if dropped.reason == Reason.SAME_SOURCE else "repeats"
    return f"{same} number {repeated}"


def _rows(parts: Sequence[Contribution]) -> list[tuple[str, str, str, str]]:
    rows = [
        (_PARTS.get(p.name, p.name), f"{p.value:.2f}", f"{p.weight:.2f}" if p.weight else "",
         f"{p.contribution:+.3f}")
        for p in sorted(parts, key=lambda part: -part.contribution)
    ]  # fmt: skip
    return [*rows, ("score", "", "", f"{sum(p.contribution for p in parts):.3f}")]
