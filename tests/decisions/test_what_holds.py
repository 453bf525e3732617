"""What holds after memories were replaced, reversed, restored and deleted, and for whom."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from decisions import services
from decisions.extraction.contract import Status
from decisions.histories import lineage
from decisions.histories.lineage import LineageError
from decisions.models import (
    Decision,
    Memory,
)
from decisions.refusals import NotYours, Refused
from momo.platform.accounts.models import Audience
from momo.platform.audit.models import AuditEvent
from momo.platform.tenancy.visibility import Visibility
from tests.api import decision


def _memory(world, who, memory_id):
    with world.acting_as(who):
        return Memory.objects.get(id=memory_id)


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
    services.edit_memory(world.scope("owner"), new, {"visibility": Visibility.PRIVATE})
    assert _stands(world, old)
    services.edit_memory(world.scope("owner"), new, {"visibility": Visibility.SHARED})
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
