"""A commitment of Jane's in a channel, and messages that came later."""

from datetime import UTC, date, datetime, timedelta

import pytest

from connectors.contract import MediaType, Person, SourceRecord
from connectors.models import Integration, Queue, SourceItem
from connectors.notes.connector import notes
from connectors.runs import open_run
from connectors.store import Storing, store
from decisions.editing.drafts import Draft
from decisions.models import Memory
from decisions.pipeline.work import seal_field
from decisions.services import create_memory
from lifecycle.commitments.follow_up import follow_up
from lifecycle.commitments.selectors import State, listed
from momo.platform.tenancy.context import acting_as

PROMISED_AT = datetime(2026, 11, 16, 10, tzinfo=UTC)
SOURCE = "file"  # of notes
TODAY = date(2026, 11, 23)
JANE, RAVI = Person(name="Jane Doe"), Person(name="Ravi Iyer")


@pytest.fixture(autouse=True)
def in_november(monkeypatch):
    """Messages of last November are followed up, whenever the tests are run."""
    from lifecycle.commitments import tuning

    monkeypatch.setattr(tuning, "FOLLOWED_FOR", timedelta(days=36_500))


@pytest.fixture
def promise(world):
    """What Jane said that she would do, in a thread; its id."""

    def make(title="Send the quarterly report to Acme", who="owner", *, thread="t", **fields):
        given = {
            "decision_type": "commitment", "owner_name": "Jane Doe", "due_on": date(2026, 11, 20),
            "decided_at": PROMISED_AT,
        }  # fmt: skip
        memory_id = create_memory(world.scope(who), Draft(title=title, **given | fields))
        with world.acting_as(who):
            Memory.objects.filter(id=memory_id).update(thread_key=thread, source=SOURCE)
        return memory_id

    return make


@pytest.fixture
def say(world):
    """A message some days later; its item."""
    count = iter(range(1000))

    def post(text, who="owner", *, by=JANE, thread="t", days=3, visibility="shared", key=""):
        key = key or f"said-{next(count)}"
        with world.acting_as(who):
            run = open_run(notes, name=f"Notes, {visibility}", visibility=visibility)
            integration = Integration.objects.get(id=run.integration_id)
            storing = Storing(
                integration, world.scope(who), Queue.BACKFILL, common=visibility == "shared"
            )
            record = SourceRecord(
                external_id=key, kind="note", raw=text.encode(), media_type=MediaType.PLAIN,
                occurred_at=PROMISED_AT + timedelta(days=days), title="", author=by,
                thread_key=thread,
            )  # fmt: skip
            store(storing, [record])
            item = SourceItem.objects.get(external_id=key)
            seal_field(item, "sealed_text", text)
            item.save(update_fields=["sealed_text"])
            known = Memory.objects.filter(source_item_id=item.id).exists()
        if not known:
            observe(world.scope(who), item, text)
        return item

    def observe(scope, item, text):
        """The message as the pipeline keeps it, found by its words and its meaning."""
        draft = Draft(
            title=text[:80], summary=text, kind="observation", visibility=item.visibility,
            decided_at=item.occurred_at,
        )  # fmt: skip
        memory_id = create_memory(scope, draft)
        with acting_as(scope.team_id, scope.principal_id):
            Memory.objects.filter(id=memory_id).update(
                source_item_id=item.id, thread_key=item.thread_key, source=item.source
            )

    return post


@pytest.fixture
def followed(world):
    """Follow up; what is closed then in somebody's eyes, by title."""

    def closed(who="owner"):
        follow_up(world.scope("owner"))
        return seen(world, who, State.CLOSED)

    return closed


def seen(world, who, state):
    with world.acting_as(who):
        rows = listed(state=state, today=TODAY, until=TODAY + timedelta(days=7))
        return {row.title: row for row in rows}
