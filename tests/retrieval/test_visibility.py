"""Who finds what: an owner, a teammate, a private owner and a stranger."""

import pytest

from momo.platform.tenancy.context import NotAMember, Scope

PEOPLE = ("owner", "teammate", "private_owner", "stranger")


def _finders(find, query, **filters):
    return {who for who in PEOPLE if find(query, who, **filters)}


@pytest.mark.parametrize("query", ["postgres", "", "Which SQL database engine?", "Jane"])
def test_a_shared_memory_is_the_teams_and_nobody_elses(remember, find, query):
    remember("Chose Postgres as the SQL database engine", by="Jane Doe")
    assert _finders(find, query) == {"owner", "teammate", "private_owner"}


@pytest.mark.parametrize("query", ["salary", "", "What is the pay of Ann?"])
def test_a_private_memory_is_its_owners_alone(remember, find, query):
    remember("Agreed the salary: the pay of Ann", who="private_owner", visibility="private")
    assert _finders(find, query) == {"private_owner"}


def test_a_restricted_memory_is_its_audiences_alone(remember, find, world):
    from momo.platform.accounts.models import Audience, AudienceMember

    with world.acting_as("owner"):
        audience = Audience.objects.create(source="slack", key="C1", name="runway")
        AudienceMember.objects.create(
            audience_id=audience.id, email=world.teammate.email, principal_id=world.teammate.id
        )
    remember("Took the loan", who="teammate", visibility="restricted", audience_id=audience.id)
    assert _finders(find, "loan") == {"teammate"}


def test_a_secret_is_shown_to_its_owner_alone_and_only_if_asked_for(remember, find):
    remember("The door code is 4711", who="private_owner", visibility="secret")
    assert _finders(find, "door code") == set()
    assert _finders(find, "") == set()
    assert _finders(find, "", visibility=("secret",)) == set()
    assert _finders(find, "door code", include_secret=True) == {"private_owner"}
    assert _finders(find, "", include_secret=True) == {"private_owner"}


def test_a_stranger_cannot_ask_in_another_team(world):
    from retrieval.pipeline import search

    with pytest.raises(NotAMember):
        search(Scope(world.team.id, world.stranger.id), "postgres")


def test_a_private_successor_is_not_shown_to_others(remember, world):
    from decisions.models import Memory
    from retrieval.pipeline import search
    from retrieval.results import Holds

    old = remember("Chose MySQL")
    new = remember("Chose Postgres in secret talks", who="private_owner", visibility="private")
    with world.acting_as("private_owner"):
        Memory.objects.filter(id=old.id).update(superseded_by=new.id, invalid_at=new.valid_from)
    (result,) = search(world.scope("teammate"), "MySQL").results
    assert (result.holds, result.superseded_by) == (Holds.SUPERSEDED, None)
    seen = {r.title: r for r in search(world.scope("private_owner"), "MySQL").results}
    assert seen["Chose MySQL"].superseded_by.title == "Chose Postgres in secret talks"
