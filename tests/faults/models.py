"""What a well-behaved model answers about one message, and what became of it."""

from typing import Any

from connectors.models import PipelineJob, Queue
from decisions.models import Memory
from decisions.pipeline.drain import drain
from tests.decisions.pipeline.feeding import fetch, make_due, note

SAID = "After the bake-off we are on Postgres from now on; MySQL has no row security."
QUOTE = "we are on Postgres from now on"


def found(**changes: Any) -> dict[str, Any]:
    decision = {
        "message": 1, "quote": QUOTE, "title": "Chose Postgres over MySQL",
        "summary": "Postgres, for its row security", "kind": "decision", "type": "selection",
        "status": "decided", "confidence": "high", "rationale": "", "options": [], "people": [],
        "entities": [], "owner": "", "due_on": None, "holds_since": None, "replaces": "",
        "tags": [],
    }  # fmt: skip
    return decision | changes


def answer(*decisions: dict[str, Any], mentions: Any = ()) -> dict[str, Any]:
    return {"decisions": list(decisions), "mentions": list(mentions)}


def take_in(world: Any, *texts: str) -> None:
    """Import notes, each a thread of its own, and work until nothing is due."""
    notes = [note(f"note-{number}", text) for number, text in enumerate(texts or (SAID,))]
    fetch(world, "owner", *notes)
    work_on()


def work_on(times: int = 1) -> None:
    """Work until nothing is due, as often as time passes."""
    for _ in range(times):
        make_due()
        drain(Queue.BACKFILL)


def jobs(world: Any) -> list[PipelineJob]:
    return list(PipelineJob.objects.filter(team_id=world.team.id).order_by("item_id"))


def decisions(world: Any, who: str = "owner") -> list[Memory]:
    with world.acting_as(who):
        return list(Memory.objects.filter(kind="decision").order_by("title"))
