"""What was said, what was found in it, and its being erased."""

from decisions.models import Decision, Memory, Occurrence
from lifecycle.reconcile.models import Restatement
from lifecycle.retention import erasing
from lifecycle.retention.targets import Target
from tests.decisions.pipeline.feeding import ADA, item_named

SAID = "We decided to use Postgres."
BEN = type(ADA)(name="Ben Birch", email="Ben@momo.example")


def erase(world, who="owner", **named):
    return erasing.erase(world.scope(who), Target(**named))


def item(world, name, who="owner"):
    with world.acting_as(who):
        return item_named(name)


def decision_in(world, name, who="owner"):
    with world.acting_as(who):
        return Decision.objects.get(source_item_id=item_named(name).id)


def restate(world, older, newer, who="owner"):
    """As reconcile does where one says what the other said."""
    with world.acting_as(who):
        once = Occurrence.objects.create(
            memory_id=older.id, source_item_id=newer.source_item_id, at=newer.source_date,
            snippet=newer.quote,
        )  # fmt: skip
        Restatement.objects.create(older_id=older.id, newer_id=newer.id, occurrence_id=once.id)
        Memory.objects.filter(id=newer.id).update(archived_at=newer.source_date)
        Memory.objects.filter(id=older.id).update(occurrence_count=2)
