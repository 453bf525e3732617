"""Stating, editing and sharing memories, and what they link to."""

import pytest
from django.db import connection

from connectors.contract import Person
from decisions import services
from decisions.editing.drafts import Draft
from decisions.extraction.contract import EntityType, Mention
from decisions.models import (
    Edge,
    EdgeKind,
    Entity,
    Memory,
    MemoryEmbedding,
    MemoryRevision,
    Supersession,
)
from decisions.refusals import NotYours, Refused
from momo.platform.audit.models import AuditEvent
from momo.platform.rest.etags import Stale
from momo.platform.tenancy.visibility import Visibility
from tests.api import decision


def _memory(world, who, memory_id):
    with world.acting_as(who):
        return Memory.objects.get(id=memory_id)


def _edit(world, who, memory_id, etag="", **changes):
    services.edit_memory(world.scope(who), memory_id, changes, etag=etag)


def test_a_stated_decision_is_found_by_word_meaning_and_person(world):
    draft = Draft(
        title="Use Postgres",
        summary="One database for rows and vectors.",
        people=(Person(name="Ada", email="ada@momo.example"),),
        entities=(Mention("Atlas", EntityType.PROJECT),),
    )
    memory_id = services.create_memory(world.scope("owner"), draft)
    with world.acting_as("teammate"):
        assert Memory.objects.filter(search="vectors").get().id == memory_id
        assert MemoryEmbedding.objects.get(memory_id=memory_id).visibility == "shared"
        kinds = Edge.objects.filter(src_memory_id=memory_id).values_list("kind", flat=True)
        assert set(kinds) == {EdgeKind.INVOLVES, EdgeKind.RELATES_TO}
        event = AuditEvent.objects.get(action="memory.created")
        assert (event.subject, event.details) == (str(memory_id), {"kind": "decision"})


def test_a_secret_decision_is_in_no_index(world):
    memory_id = decision(world, "owner", "Buy the rival", visibility=Visibility.SECRET)
    with world.acting_as("owner"):
        assert Memory.objects.get(id=memory_id).search is None
        assert not MemoryEmbedding.objects.exists()


def test_an_edit_keeps_how_it_was_and_refreshes_the_indexes(world):
    memory_id = decision(world, "owner", "Use MySQL")
    with world.acting_as("owner"):
        before = MemoryEmbedding.objects.get(memory_id=memory_id).embedding
    _edit(world, "teammate", memory_id, title="Use Postgres")
    with world.acting_as("owner"):
        memory = Memory.objects.get(search="postgres")
        assert memory.edited_at is not None
        assert not Memory.objects.filter(search="mysql").exists()
        assert MemoryEmbedding.objects.get(memory_id=memory_id).embedding != before
        revision = MemoryRevision.objects.get(memory_id=memory_id)
        assert revision.changes == {"title": ["Use MySQL", "Use Postgres"]}
        assert revision.changed_by == world.teammate.id
        event = AuditEvent.objects.get(action="memory.edited")
        assert event.details == {"fields": ["title"]}


def test_an_edit_of_what_is_not_indexed_asks_no_model(world, monkeypatch):
    memory_id = decision(world, "owner")
    monkeypatch.setattr(services, "providers", lambda: pytest.fail("asked a model"))
    _edit(world, "owner", memory_id, tags=["database"])
    assert _memory(world, "owner", memory_id).tags == ["database"]


def test_an_edit_that_changes_nothing_leaves_no_trace(world):
    memory_id = decision(world, "owner", "Use Postgres")
    _edit(world, "owner", memory_id, title="Use Postgres")
    with world.acting_as("owner"):
        assert not MemoryRevision.objects.exists()


def test_an_edit_of_an_older_version_is_refused(world):
    memory_id = decision(world, "owner")
    etag = services.etag_of(_memory(world, "owner", memory_id))
    _edit(world, "owner", memory_id, etag, title="First")
    with pytest.raises(Stale):
        _edit(world, "owner", memory_id, etag, title="Second")
    assert _memory(world, "owner", memory_id).title == "First"


def test_an_edit_that_another_overtook_is_refused(world, monkeypatch):
    memory_id = decision(world, "owner")
    embed = services._embed

    def overtaken(scope, new):
        monkeypatch.setattr(services, "_embed", embed)
        _edit(world, "teammate", memory_id, title="Theirs")
        return embed(scope, new)

    monkeypatch.setattr(services, "_embed", overtaken)
    with pytest.raises(Stale):
        _edit(world, "owner", memory_id, title="Mine")
    assert _memory(world, "owner", memory_id).title == "Theirs"


def test_no_transaction_is_open_while_a_model_is_asked(committed_world, monkeypatch):

    embed, open_at = services._embed, []

    def watched(scope, new):
        open_at.append(connection.in_atomic_block)
        return embed(scope, new)

    monkeypatch.setattr(services, "_embed", watched)
    memory_id = decision(committed_world, "owner")
    _edit(committed_world, "owner", memory_id, title="Other")
    assert open_at == [False, False]


# --- Who sees it ---


def test_sharing_shows_the_memory_with_what_it_names_and_no_more(world):
    draft = Draft(
        title="Use Postgres",
        visibility=Visibility.PRIVATE,
        people=(Person(name="Ada", email="ada@momo.example"),),
        entities=(Mention("Project Zebra", EntityType.PROJECT),),
    )
    memory_id = services.create_memory(world.scope("private_owner"), draft)
    _edit(world, "private_owner", memory_id, summary="An earlier wording.")
    _edit(world, "private_owner", memory_id, summary="", visibility=Visibility.SHARED)
    with world.acting_as("teammate"):
        assert Memory.objects.filter(search="postgres").get().id == memory_id
        assert MemoryEmbedding.objects.filter(memory_id=memory_id).exists()
        assert [e.name for e in Entity.objects.all()] == ["Ada"]
        assert Edge.objects.get(src_memory_id=memory_id).kind == EdgeKind.INVOLVES
        assert not MemoryRevision.objects.exists()


def test_a_change_after_sharing_is_numbered_past_what_is_hidden(world):
    memory_id = decision(world, "private_owner", visibility=Visibility.PRIVATE)
    _edit(world, "private_owner", memory_id, title="Draft")
    _edit(world, "private_owner", memory_id, visibility=Visibility.SHARED)
    _edit(world, "teammate", memory_id, title="Final")
    with world.acting_as("teammate"):
        assert MemoryRevision.objects.get(memory_id=memory_id).number == 3


def test_hiding_takes_it_from_the_team_with_all_that_tells_of_it(world):
    old, new = decision(world, "owner", "Old", visibility="private"), decision(world, "owner")
    _edit(world, "owner", new, title="Newer")
    with world.acting_as("owner"):
        services.supersede_decision(old, new)
    _edit(world, "owner", new, visibility=Visibility.PRIVATE)
    with world.acting_as("teammate"):
        for table in (Memory, MemoryEmbedding, Edge, MemoryRevision, Supersession):
            assert not table.objects.exists()


def test_making_it_secret_takes_it_out_of_the_indexes(world):
    memory_id = decision(world, "owner", visibility="private")
    _edit(world, "owner", memory_id, visibility=Visibility.SECRET)
    with world.acting_as("owner"):
        assert Memory.objects.get(id=memory_id).search is None
        assert not MemoryEmbedding.objects.exists()
    _edit(world, "owner", memory_id, visibility=Visibility.PRIVATE)
    with world.acting_as("owner"):
        assert MemoryEmbedding.objects.get().visibility == Visibility.PRIVATE


def test_only_its_owner_changes_who_sees_it(world):
    memory_id = decision(world, "teammate")
    with pytest.raises(NotYours):
        _edit(world, "owner", memory_id, visibility=Visibility.PRIVATE)


def test_what_replaces_a_shared_decision_cannot_be_hidden(world):
    old, new = decision(world, "owner", "Old"), decision(world, "owner", "New")
    with world.acting_as("owner"):
        services.supersede_decision(old, new)
    with pytest.raises(Refused, match="replaces a decision that others see"):
        _edit(world, "owner", new, visibility=Visibility.PRIVATE)


def test_a_decision_that_a_hidden_one_replaced_is_not_shared(world):
    old = decision(world, "owner", "Use MySQL", visibility="private")
    new = decision(world, "owner", "Use Postgres", visibility="private")
    with world.acting_as("owner"):
        services.supersede_decision(old, new)
    with pytest.raises(Refused, match="others cannot see replaces it"):
        _edit(world, "owner", old, visibility=Visibility.SHARED)
    _edit(world, "owner", new, visibility=Visibility.SHARED)
    _edit(world, "owner", old, visibility=Visibility.SHARED)
    assert _memory(world, "teammate", old).superseded_by == new


def test_what_comes_to_be_replaced_while_it_is_being_hidden_keeps_it_in_sight(world, monkeypatch):
    old, new = decision(world, "teammate", "Use MySQL"), decision(world, "owner", "Use Postgres")
    embed = services._embed

    def overtaken(scope, texts):
        with world.acting_as("teammate"):
            services.supersede_decision(old, new)
        return embed(scope, texts)

    monkeypatch.setattr(services, "_embed", overtaken)
    with pytest.raises(Refused, match="replaces a decision that others see"):
        _edit(world, "owner", new, visibility=Visibility.PRIVATE)
    assert _memory(world, "teammate", new).visibility == Visibility.SHARED


def test_sharing_tells_no_address_that_another_private_item_told(world):
    known = Person(name="Ada Ashby", email="ada.secret@momo.example")
    for title, person in (("Hire Ada Ashby", known), ("Ada Ashby leads", Person(name="Ada Ashby"))):
        draft = Draft(title=title, visibility=Visibility.PRIVATE, people=(person,))
        memory_id = services.create_memory(world.scope("owner"), draft)
    _edit(world, "owner", memory_id, visibility=Visibility.SHARED)
    with world.acting_as("teammate"):
        entity = Entity.objects.get()
        assert (entity.name, entity.key, entity.emails) == ("Ada Ashby", "ada ashby", [])


def test_sharing_joins_those_whom_the_team_knows_already(world):
    ada = Person(name="Ada", email="ada@momo.example")
    services.create_memory(world.scope("teammate"), Draft(title="One", people=(ada,)))
    draft = Draft(title="Two", visibility=Visibility.PRIVATE, people=(Person(name="Ada"),))
    memory_id = services.create_memory(world.scope("owner"), draft)
    _edit(world, "owner", memory_id, visibility=Visibility.SHARED)
    with world.acting_as("teammate"):
        entity = Entity.objects.get()
        named = Edge.objects.get(src_memory_id=memory_id, kind="INVOLVES")
        assert named.dst_entity_id == entity.id


def test_other_people_are_involved_once_they_are_edited(world):
    draft = Draft(
        title="Ada leads",
        people=(Person(name="Ada"), Person(name="Cy")),
        entities=(Mention("Atlas", EntityType.PROJECT),),
    )
    memory_id = services.create_memory(world.scope("owner"), draft)
    people = [
        {"name": "Bob", "email": "bob@momo.example", "handle": "", "role": "decider"},
        {"name": "Cy", "email": "", "handle": "", "role": "decider"},
    ]
    _edit(world, "teammate", memory_id, people=people)
    with world.acting_as("owner"):
        edges = Edge.objects.filter(src_memory_id=memory_id, kind=EdgeKind.INVOLVES)
        ids = edges.values("dst_entity_id")
        assert {e.name for e in Entity.objects.filter(id__in=ids)} == {"Bob", "Cy"}
        assert {edge.role for edge in edges} == {"decider"}
        assert Edge.objects.filter(src_memory_id=memory_id, kind=EdgeKind.RELATES_TO).exists()


def test_people_that_a_row_keeps_without_an_address_are_read(world):
    memory_id = decision(world, "owner", visibility=Visibility.PRIVATE)
    with world.acting_as("owner"):
        Memory.objects.filter(id=memory_id).update(people=[{"name": "Bob"}])
    _edit(world, "owner", memory_id, visibility=Visibility.SHARED, people=[{"name": "Eve"}])
    with world.acting_as("teammate"):
        assert Entity.objects.get().name == "Eve"


def _similar(world, who="owner"):
    """(source, target) of the cross-references that somebody sees."""
    with world.acting_as(who):
        title = dict(Memory.objects.values_list("id", "title"))
        edges = Edge.objects.filter(kind=EdgeKind.SIMILAR)
        return {(title[e.src_memory_id], title[e.dst_memory_id]) for e in edges}


def test_what_is_stated_is_linked_to_what_is_like_it_until_it_says_something_else(world):
    decision(world, "owner", "Use Postgres for billing")
    newer = decision(world, "teammate", "Use Postgres for billing reports")
    linked = {("Use Postgres for billing reports", "Use Postgres for billing")}
    assert _similar(world) == linked
    _edit(world, "teammate", newer, rationale="It is there already.")
    assert _similar(world) == linked
    _edit(world, "teammate", newer, title="Zebras graze")
    assert _similar(world) == set()


def test_links_follow_who_sees_a_memory(world):
    older = decision(world, "owner", "Use Postgres for billing")
    decision(world, "teammate", "Use Postgres for billing reports")
    linked = _similar(world)
    _edit(world, "owner", older, visibility=Visibility.PRIVATE)
    assert _similar(world) == _similar(world, "teammate") == set()
    _edit(world, "owner", older, visibility=Visibility.SHARED)
    assert _similar(world) == _similar(world, "teammate") == linked


def test_what_linked_to_a_deleted_memory_links_to_the_next_nearest(world):
    topics = ("bills", "the bills", "bills too", "bills again", "our bills", "all bills")
    older = [decision(world, "owner", f"Use Postgres for {topic}") for topic in topics]
    newest = decision(world, "teammate", "Use Postgres for bills")
    with world.acting_as("owner"):
        before = set(Edge.objects.filter(src=newest, kind="SIMILAR").values_list("dst", flat=True))
        (left_out,) = {*older} - before
        services.delete_memory(next(iter(before)), is_admin=True)
        now = set(Edge.objects.filter(src=newest, kind="SIMILAR").values_list("dst", flat=True))
    assert len(before) == len(now) == 5
    assert left_out in now
