"""What is counted of reading without a model: each message once for each time that it is read."""

from connectors.models import PipelineJob, Queue
from decisions.extraction.rules import RulesExtractor
from decisions.models import ExtractionTally
from decisions.pipeline import process
from decisions.pipeline.drain import drain
from tests.decisions.pipeline.feeding import make_due, note, take_in

POSTGRES = "We decided to use Postgres instead of MySQL."


def counted(world, who="owner"):
    with world.acting_as(who):
        rows = ExtractionTally.objects.values_list(
            "extractor", "messages", "noise", "decisions", "dropped"
        )
        return list(rows)


def test_what_rules_read_is_counted(world):
    notes = [note("plan", POSTGRES), note("day", "Sunny today."), note("sign", "👋")]
    take_in(world, "owner", *notes)
    assert counted(world) == [(RulesExtractor().version, 2, 1, 1, 0)]
    take_in(world, "owner", note("plan", POSTGRES + " From May on."))
    assert counted(world) == [(RulesExtractor().version, 3, 1, 2, 0)]
    assert counted(world, "stranger") == []


def test_what_is_read_again_after_a_failure_is_counted_once(world, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(process, "store", fails)
        take_in(world, "owner", note("plan", POSTGRES))
    assert counted(world) == []
    make_due()
    drain(Queue.BACKFILL)
    assert not PipelineJob.objects.exists()
    assert counted(world) == [(RulesExtractor().version, 1, 0, 1, 0)]


def fails(*given, **more):
    raise RuntimeError("the disk is full")
