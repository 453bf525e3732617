"""Who may erase what, and what they and the audit log are told of what they cannot see."""

import pytest

from connectors.contract import Audience, Person
from connectors.models import Integration, SourceItem
from decisions.models import Memory
from lifecycle.retention import erasing
from lifecycle.retention.targets import Target
from momo.platform.accounts.services import NotAllowed
from momo.platform.audit.models import AuditEvent
from momo.platform.tenancy.visibility import Visibility
from tests.decisions.pipeline.feeding import ADA, note, take_in
from tests.lifecycle.retention.erasing.erasure import BEN, SAID, erase, item


@pytest.mark.parametrize("who", ["teammate", "private_owner"])
def test_what_the_team_shares_is_for_its_admins_to_erase(world, who):
    take_in(world, "teammate", note("a", SAID))
    with pytest.raises(NotAllowed):
        erase(world, who, item=item(world, "a").id)
    assert item(world, "a")


def test_what_is_ones_own_is_ones_own_to_erase_and_nobody_elses(world):
    take_in(
        world, "private_owner", note("a", SAID, author=BEN), default_visibility=Visibility.PRIVATE
    )
    take_in(world, "teammate", note("b", SAID, author=BEN))
    mine = item(world, "a", "private_owner").id
    for who in ("owner", "teammate"):
        with pytest.raises(SourceItem.DoesNotExist):
            erase(world, who, item=mine)
        with pytest.raises(SourceItem.DoesNotExist):
            erasing.preview(world.scope(who), Target(item=mine))
    found = erasing.preview(world.scope("owner"), Target(person=BEN.email))
    assert found.erased["items"] == 1
    own = erase(world, "private_owner", person=BEN.email)
    assert (own.erased["items"], own.left) == (1, 1)
    with world.acting_as("owner"):
        assert not Memory.objects.filter(source_item_id=mine).exists()
        (event,) = AuditEvent.objects.filter(action="items.erased")
    assert event.details == {
        "items": [], "private": True, "target": "person",
        "requested_by": str(world.private_owner.id),
    }  # fmt: skip


def test_a_stranger_erases_and_learns_nothing(world):
    take_in(world, "teammate", note("a", SAID))
    a = item(world, "a")
    with pytest.raises(SourceItem.DoesNotExist):
        erase(world, "stranger", item=a.id)
    with pytest.raises(Integration.DoesNotExist):
        erase(world, "stranger", integration=a.integration_id)
    assert erase(world, "stranger", person=ADA.email).erased == {}
    assert item(world, "a")


def test_an_admin_erases_a_source_with_channels_that_they_are_not_in_and_is_told_no_count(world):
    members = (Person(email=world.teammate.email),)
    channel = Audience(key="C1", name="board", members=members)
    take_in(world, "teammate", note("a", SAID), note("b", SAID + " So.", audience=channel))
    source = item(world, "a").integration_id
    assert item(world, "b", "teammate")
    target = Target(integration=source)
    assert erasing.preview(world.scope("owner"), target).erased["items"] == 1
    done = erase(world, integration=source)
    assert (done.erased["items"], done.erased["integrations"]) == (1, 1)
    with world.acting_as("teammate"):
        assert not SourceItem.objects.exists()
        assert not Memory.objects.exists()


def test_the_audit_log_tells_no_number_of_what_a_private_channel_held(world):
    channel = Audience(key="C2", name="C2", members=(Person(email=world.teammate.email),))
    take_in(world, "teammate", note("a", SAID, audience=channel), note("b", SAID, audience=channel))
    with world.acting_as("teammate"):
        source = SourceItem.objects.first().integration_id
    erase(world, integration=source)
    with world.acting_as("teammate"):
        assert not SourceItem.objects.exists()
    with world.acting_as("owner"):
        (event,) = AuditEvent.objects.filter(action="items.erased")
    assert (event.details["items"], event.details["private"]) == ([], True)
    assert "counts" not in event.details


def test_a_source_with_something_of_others_in_it_stays_with_that(world):
    take_in(
        world, "private_owner", note("a", SAID), note("b", "Mine.", visibility=Visibility.PRIVATE)
    )
    done = erase(world, integration=item(world, "a").integration_id)
    assert "integrations" not in done.erased
    assert item(world, "b", "private_owner").sealed_text is not None
