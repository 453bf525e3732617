"""Stating, editing, sharing, replacing, reversing and deleting memories."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from connectors.contract import Person
from decisions import services
from decisions.editing.drafts import Draft
from decisions.extraction.contract import EntityType, Mention, Status
from decisions.histories import lineage
from decisions.histories.lineage import LineageError
from decisions.models import (
    Decision,
    Edge,
    EdgeKind,
    Entity,
    Memory,
    MemoryEmbedding,
    MemoryRevision,
    Supersession,
)
from decisions.refusals import NotYours, Refused
from momo.platform.accounts.models import Audience
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
    from django.db import connection

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


# --- What holds ---


def test_reversing_the_newer_decision_lets_the_older_stand_again(world):
    old, new = decision(world, "owner", "Old"), decision(world, "owner", "New")
    with world.acting_as("teammate"):
        services.supersede_decision(old, new, reason="Cheaper.")
        assert Decision.objects.get(id=old).superseded_by == new
        services.reverse_decision(new)
        assert Decision.objects.get(id=old).superseded_by is None
        services.restore_decision(new)
        assert Decision.objects.get(id=old).superseded_by == new


def test_restoring_brings_back_the_status_it_had(world):
    memory_id = decision(world, "owner", status=Status.PENDING)
    with world.acting_as("owner"):
        services.reverse_decision(memory_id)
        services.restore_decision(memory_id)
        assert Decision.objects.get(id=memory_id).status == Status.PENDING
        with pytest.raises(Refused, match="not reversed"):
            services.restore_decision(memory_id)


def test_reversing_twice_is_refused(world):
    memory_id = decision(world, "owner")
    with world.acting_as("owner"):
        services.reverse_decision(memory_id)
        with pytest.raises(Refused, match="already"):
            services.reverse_decision(memory_id)


def test_undoing_a_supersession_lets_the_older_stand_again(world):
    old, new = decision(world, "owner", "Old"), decision(world, "owner", "New")
    with world.acting_as("owner"):
        services.supersede_decision(old, new)
        services.undo_supersession(old)
        assert Decision.objects.get(id=old).superseded_by is None
        with pytest.raises(Refused, match="No decision"):
            services.undo_supersession(old)


def test_decisions_do_not_replace_each_other_in_a_circle(world):
    one, two = decision(world, "owner", "One"), decision(world, "owner", "Two")
    with world.acting_as("owner"):
        services.supersede_decision(one, two)
        with pytest.raises(LineageError):
            services.supersede_decision(two, one)
        with pytest.raises(LineageError):
            services.supersede_decision(one, one)


def test_a_decision_that_one_cannot_see_replaces_nothing(world):
    old = decision(world, "owner")
    hidden = decision(world, "private_owner", visibility=Visibility.PRIVATE)
    with world.acting_as("owner"), pytest.raises(Decision.DoesNotExist):
        services.supersede_decision(old, hidden)


def test_what_a_channel_decided_is_not_replaced_by_what_its_members_cannot_see(world):
    old, new = (
        decision(world, "owner", "Old"),
        decision(world, "owner", "New", visibility="private"),
    )
    with world.acting_as("owner"):
        channel = Audience.objects.create(source="slack", key="C1", name="secret-plans")
        seen_by = {"visibility": Visibility.RESTRICTED, "audience_id": channel.id}
        Memory.objects.filter(id=old).update(**seen_by, owner_id=world.owner.id)
        with pytest.raises(LineageError):
            services.supersede_decision(old, new)
        Memory.objects.filter(id=new).update(**seen_by)
        services.supersede_decision(old, new)


def test_deleting_the_newer_decision_lets_the_older_stand_again(world):
    old, new = decision(world, "owner", "Old"), decision(world, "owner", "New")
    with world.acting_as("owner"):
        services.supersede_decision(old, new)
        services.delete_memory(new, is_admin=False)
        assert Decision.objects.get().superseded_by is None
        assert AuditEvent.objects.get(action="memory.deleted").subject == str(new)


def test_a_member_does_not_delete_what_is_anothers(world):
    memory_id = decision(world, "owner")
    with world.acting_as("teammate"):
        with pytest.raises(NotYours):
            services.delete_memory(memory_id, is_admin=False)
        services.delete_memory(memory_id, is_admin=True)
        assert not Memory.objects.exists()


def test_what_a_decision_was_is_told_from_when_it_was_made(world):
    at = timezone.now().replace(year=2024)
    memory = _memory(world, "owner", decision(world, "owner", decided_at=at))
    assert memory.source_date == memory.valid_from == memory.first_seen_at == at


# --- What holds for those who see less ---


@pytest.fixture
def own_replaced_by_the_teams(world):
    """A teammate's private decision that one of the owner's, which the team shares, replaced."""
    old = decision(world, "teammate", "Use MySQL", visibility="private")
    new = decision(world, "owner", "Use Postgres")
    with world.acting_as("teammate"):
        services.supersede_decision(old, new)
    assert _memory(world, "teammate", old).superseded_by == new
    return old, new


def _stands(world, memory_id):
    memory = _memory(world, "teammate", memory_id)
    return (memory.superseded_by, memory.invalid_at) == (None, None)


def test_a_private_decision_stands_again_when_its_shared_successor_is_deleted(
    world, own_replaced_by_the_teams
):
    old, new = own_replaced_by_the_teams
    with world.acting_as("owner"):
        services.delete_memory(new, is_admin=True)
    assert _stands(world, old)


def test_a_private_decision_stands_again_while_its_shared_successor_is_reversed(
    world, own_replaced_by_the_teams
):
    old, new = own_replaced_by_the_teams
    with world.acting_as("owner"):
        services.reverse_decision(new)
    assert _stands(world, old)
    with world.acting_as("owner"):
        services.restore_decision(new)
    assert _memory(world, "teammate", old).superseded_by == new


def test_a_private_decision_stands_again_while_its_successor_is_hidden(
    world, own_replaced_by_the_teams
):
    old, new = own_replaced_by_the_teams
    _edit(world, "owner", new, visibility=Visibility.PRIVATE)
    assert _stands(world, old)
    _edit(world, "owner", new, visibility=Visibility.SHARED)
    assert _memory(world, "teammate", old).superseded_by == new


def test_settling_changes_nothing_where_all_is_settled(world, own_replaced_by_the_teams):
    old, new = own_replaced_by_the_teams
    before = services.etag_of(_memory(world, "teammate", old))
    with world.acting_as("owner"):
        lineage.settle(older=[old], newer=[new])
    assert services.etag_of(_memory(world, "teammate", old)) == before


@pytest.mark.parametrize("team", ["other_team", None])
def test_no_other_team_is_settled_than_the_current_one(world, own_replaced_by_the_teams, team):
    old, _ = own_replaced_by_the_teams
    team_id = getattr(world, team).id if team else None
    with (
        world.acting_as("owner"),
        pytest.raises(DatabaseError, match="not the team"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("SELECT momo_settle(%s, %s::uuid[], '{}')", [team_id, [old]])


def test_a_strangers_settling_reaches_no_decision_here(world, own_replaced_by_the_teams):
    old, new = own_replaced_by_the_teams
    with world.acting_as("teammate"):
        Memory.objects.filter(id=old).update(superseded_by=old)  # what settling would put right
    with world.acting_as("stranger"):
        lineage.settle(older=[old], newer=[old, new])
    assert _memory(world, "teammate", old).superseded_by == old


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
