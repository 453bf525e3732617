"""Whose memories are linked to whose, and who sees the links."""

import pytest
from django.db import DatabaseError, connection

from tests.decisions.crossrefs.measured import links_of


def test_a_shared_memorys_links_are_the_same_whoever_is_at_work(remember, link):
    remember("Shared", 0.8)
    for number in range(6):
        remember(f"Private {number}", 0.95, who="private_owner", visibility="private")
    a = remember("A")
    for who in ("owner", "private_owner"):
        assert link(a, who=who, seen_by="owner") == [("A", "Shared")]


def test_a_private_memorys_links_are_its_owners_alone(world, remember, link):
    a = remember("A")
    mine = remember("Mine", who="private_owner", visibility="private")
    also = remember("Also mine", 0.9, who="private_owner", visibility="private")
    remember("Somebody else's", who="teammate", visibility="private")
    b = remember("B", 0.1)
    links = link(mine, also, a, b, who="private_owner")
    assert set(links) == {("Mine", "A"), ("Also mine", "A"), ("Also mine", "Mine")}
    assert links_of(world, "teammate") == [("Somebody else's", "A")]
    for who in ("owner", "stranger"):
        assert links_of(world, who) == []


def test_a_private_memory_is_linked_to_what_somebody_else_stores_later(world, remember, link):
    mine = remember("Mine", who="private_owner", visibility="private", day=50)
    link(mine, who="private_owner")
    assert link(remember("A"), who="owner") == []
    assert links_of(world, "private_owner") == [("Mine", "A")]


def test_a_secret_has_no_links(remember, link):
    secret = remember("Secret", visibility="secret")
    a = remember("A")
    assert link(a, secret) == []


def test_restricted_memories_are_linked_within_their_audience(world, remember, link):
    from momo.platform.accounts.models import Audience, AudienceMember

    audiences = []
    with world.acting_as("owner"):
        for key in ("C1", "C2"):
            audience = Audience.objects.create(source="slack", key=key, name=key)
            AudienceMember.objects.create(
                audience_id=audience.id, email=world.teammate.email, principal_id=world.teammate.id
            )
            audiences.append({"visibility": "restricted", "audience_id": audience.id})
    shared = remember("Shared", 0.9)
    remember("Same", 0.95, who="teammate", owner_id=None, **audiences[0])
    remember("Other", 0.99, who="teammate", owner_id=None, **audiences[1])
    one = remember("One", who="teammate", owner_id=None, **audiences[0])
    seen = link(one, shared, who="teammate")
    assert [each for each in seen if each[0] == "One"] == [("One", "Same"), ("One", "Shared")]
    assert links_of(world, "owner") == []


def test_only_the_team_of_the_context_can_be_linked(world):
    with pytest.raises(DatabaseError), world.acting_as("owner"), connection.cursor() as cursor:
        cursor.execute(
            "SELECT momo_link_similar(%s, '{}', false, true, 'm', '{}', 1, '{0,1}', 5, 60)",
            [world.other_team.id],
        )
