"""Who may connect and manage, who is let into what, and what stays of whom."""

from collections.abc import Iterator

import pytest
from django.db import connections

from connectors.contract import Audience, Person
from connectors.live import authorizing, identities, managing
from connectors.live.members import with_addresses
from connectors.live.models import LinkedIdentity, SyncTurn
from momo.platform.accounts import services as accounts
from momo.platform.accounts.models import Audience as AudienceRow
from momo.platform.accounts.models import Role
from momo.platform.accounts.services import NotAllowed
from momo.platform.tenancy.visibility import Visibility
from tests.connectors.live.harness import CALLBACK, allow
from tests.connectors.live.toy.connector import toy
from tests.connectors.live.toy.fake import FakeToy


@pytest.fixture
def fake() -> Iterator[FakeToy]:
    with FakeToy() as service:
        yield service


def set_role(live, who, role):
    with live.world.acting_as("owner"):
        accounts.change_role(user_id=getattr(live.world, who).id, role=role)


def stored(sql):
    with connections["owner"].cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchall()


def test_who_is_no_admin_any_more_does_not_finish_connecting_for_the_team(live, fake):
    live.use(toy, fake)
    set_role(live, "teammate", Role.ADMIN)
    with live.world.acting_as("teammate"):
        started = authorizing.begin("toy", CALLBACK)
    answer = allow(started.url)
    back = authorizing.way_back(answer.pop("state"))
    set_role(live, "teammate", Role.MEMBER)
    with pytest.raises(NotAllowed):
        authorizing.complete(back.scope, back.authorization_id, answer)


def test_who_is_no_admin_any_more_does_not_manage_what_they_connected(live, fake):
    set_role(live, "teammate", Role.ADMIN)
    connection = live.connect(toy, fake, who="teammate")
    set_role(live, "teammate", Role.MEMBER)
    with live.world.acting_as("teammate"), pytest.raises(NotAllowed):
        managing.guard_managing(connection)
    with live.world.acting_as("owner"):
        managing.guard_managing(connection)


def test_connecting_privately_tells_the_team_nothing(live, fake):
    fake.do_room("board", private=True, members=[live.world.owner.email])
    fake.do_message("We decided to close the office.", room="board")
    live.connect(toy, fake, who="teammate", visibility=Visibility.PRIVATE)
    live.settle()
    assert list(live.items("teammate")) == ["m1"]
    assert live.items("owner") == {}
    with live.world.acting_as("owner"):
        assert not LinkedIdentity.objects.exists()
        assert not AudienceRow.objects.exists()


def test_of_private_places_that_nothing_was_collected_of_not_even_the_name_is_kept(live, fake):
    fake.do_room("board", private=True, members=[live.world.owner.email])
    fake.do_room("secret", private=True, members=[live.world.owner.email])
    fake.do_message("We decided to close the office.", room="board")
    connection = live.connect(toy, fake)
    with live.world.acting_as("owner"):
        managing.choose(connection, ["board"])
    live.settle()
    live.later(hours=1)
    live.settle()
    with live.world.acting_as("owner"):
        assert list(AudienceRow.objects.values_list("name", flat=True)) == ["board"]


def test_nobody_says_of_themselves_who_they_are(live):
    with live.world.acting_as("owner"), pytest.raises(NotAllowed, match="signing in"):
        identities.state_identity(
            source="toy", external_id="boss", principal_id=live.world.owner.id
        )


def test_who_has_signed_in_is_not_made_somebody_else(live, fake):
    fake.user = "tess"
    live.link(toy, fake, "teammate")
    with live.world.acting_as("owner"):
        with pytest.raises(NotAllowed, match="unlink"):
            identities.state_identity(
                source="toy", external_id="tess", principal_id=live.world.private_owner.id
            )
        identities.state_identity(
            source="toy", external_id="tess", principal_id=live.world.teammate.id, name="Tess"
        )
        row = LinkedIdentity.objects.get()
    assert (row.name, row.linked_by) == ("Tess", live.world.teammate.id)


def test_who_signed_in_counts_more_than_an_address_and_that_more_than_what_was_stated(live, fake):
    fake.user = "tess"
    live.link(toy, fake, "teammate")
    people = tuple(Person(email="at@service.example", handle=key) for key in ("tess", "pam"))
    with live.world.acting_as("owner"):
        identities.state_identity(
            source="toy", external_id="pam", principal_id=live.world.private_owner.id
        )
        known = with_addresses("toy", [Audience("board", "board", people)])
    emails = [person.email for person in known["board"].members]
    assert emails == [live.world.teammate.email, "at@service.example"]


def test_of_who_leaves_no_credentials_and_no_deliveries_stay(live, fake):
    connection = live.connect(toy, fake, who="teammate", visibility=Visibility.PRIVATE)
    live.settle()
    fake.do_message("We decided to use Kafka.")
    fake.user = "tess"
    live.link(toy, fake, "teammate")
    with live.world.acting_as("owner"):
        accounts.remove_member(user_id=live.world.teammate.id)
    live.settle()
    ((sealed, state),) = stored("SELECT sealed_credentials, state FROM connectors_connection")
    assert (sealed, state) == (None, "needs_attention")
    assert stored("SELECT 1 FROM connectors_delivery") == []
    assert stored("SELECT 1 FROM connectors_linkedidentity") == []
    assert not SyncTurn.objects.filter(id=connection.id).exists()


def test_a_delivery_for_who_has_left_is_kept_nowhere(live, fake):
    live.connect(toy, fake, who="teammate", visibility=Visibility.PRIVATE)
    with live.world.acting_as("owner"):
        accounts.remove_member(user_id=live.world.teammate.id)
    fake.do_message("We decided to use Kafka.")
    assert stored("SELECT 1 FROM connectors_delivery") == []
    assert stored("SELECT sealed_credentials FROM connectors_connection") == [(None,)]
    assert not SyncTurn.objects.exists()


def test_who_leaves_takes_nothing_from_what_they_connected_for_the_team(live, fake):
    set_role(live, "teammate", Role.ADMIN)
    live.connect(toy, fake, who="teammate")
    with live.world.acting_as("owner"):
        accounts.remove_member(user_id=live.world.teammate.id)
    fake.do_message("We decided to use Kafka.")
    live.settle()
    assert list(live.items()) == ["m1"]
