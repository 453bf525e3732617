"""What is there to index, and what an index holds."""

from datetime import timedelta

from django.db import connection

from connectors.models import SourceItem
from decisions.editing.drafts import Draft
from decisions.models import MemoryEmbedding
from decisions.services import create_memory
from retrieval.active import active_model
from tests.decisions.pipeline.feeding import WHEN, note

OLD, NEW = "wordllama-256", "new-model"


def said(name, text, minute, **fields):
    given = {"kind": "message", "title": "", "thread_key": "t", **fields}
    return note(name, text, occurred_at=WHEN + timedelta(minutes=minute), **given)


CONVERSATION = [
    said("a", "Shall we host on AWS or on GCP?", 0),
    said("b", "We decided to use AWS because GCP is too expensive for us.", 1),
    said("c", " ".join(f"word{n}" for n in range(300)), 2),  # too long to lend words
    said("d", "ok fine, and the launch in March?", 3, title="Launch plan"),
    said("e", "We will launch on Monday, decided.", 4),
    said("f", "Lunch is served in the kitchen", 5, thread_key="u"),
    said("g", "A note in no thread at all", 6, thread_key="", kind="note", title="Alone"),
]


def entries(world, who):
    """All index entries that a person sees, by what they are of."""
    with world.acting_as(who) as scope:
        items = dict(SourceItem.objects.values_list("id", "external_id"))
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT m.source_item_id, m.kind, m.title, m.search::text,"
                " ARRAY[m.word_count, m.first_person_count, m.name_count, m.tells_time::int,"
                "  m.is_question::int, m.gives_reason::int],"
                " ARRAY(SELECT t.visibility || t.thread_key || (term & 4294967295)"
                "  FROM decisions_memoryterms t, unnest(t.terms) term"
                "  WHERE t.team_id = m.team_id AND t.memory_id = m.id ORDER BY term),"
                " ARRAY(SELECT e.model || e.chunk || e.visibility || e.embedding::text"
                "  FROM decisions_memoryembedding e WHERE e.team_id = m.team_id"
                "  AND e.memory_id = m.id ORDER BY e.model),"
                " ARRAY(SELECT v.model || v.visibility || v.embedding::text"
                "  FROM decisions_messagevector v WHERE v.team_id = m.team_id"
                "  AND v.memory_id = m.id ORDER BY v.model)"
                " FROM decisions_memory m WHERE m.team_id = %s",
                [scope.team_id],
            )
            return {(items.get(row[0]), row[1], row[2]): row[3:] for row in cursor.fetchall()}


def models_of(world, who="owner"):
    with world.acting_as(who):
        return sorted(MemoryEmbedding.objects.values_list("model", flat=True))


def searched_with(world):
    with world.acting_as("owner"):
        return active_model()


def remember(world, title, who="owner", **fields):
    return create_memory(world.scope(who), Draft(title=title, **fields))
