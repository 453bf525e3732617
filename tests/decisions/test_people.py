"""Which entity a person of a memory is."""

import pytest

from connectors.contract import Person
from decisions.models import EntityName
from decisions.people import deciders, is_person, people_json, people_of
from momo.platform.tenancy.ids import uuid7

ADA = EntityName(
    team_id=uuid7(),
    key="ada@momo.example",
    emails=["ada@momo.example"],
    handles=["ada"],
    spelled=["Ada Ashby", "Ada"],
)


@pytest.mark.parametrize(
    "person",
    [
        Person(email="ADA@momo.example"),
        Person(handle="Ada"),
        Person(name="Ada Ashby"),
        Person(name=" ada "),
        Person(name="Someone", email="ada@momo.example"),
    ],
)
def test_a_person_is_known_by_address_handle_or_name(person):
    assert is_person(ADA, person)


@pytest.mark.parametrize(
    "person", [Person(name="Bob"), Person(), Person(name="Ada", email="ada@elsewhere.example")]
)
def test_another_address_is_another_person(person):
    assert not is_person(ADA, person)


def test_what_is_kept_is_read_as_it_was():
    people = [Person("Ada", "ada@momo.example", "ada", "author"), Person(handle="bob")]
    assert people_of(people_json(people)) == people


def test_what_a_row_lacks_is_empty():
    assert people_of([{"name": "Bob"}]) == [Person(name="Bob", role="")]


@pytest.mark.parametrize(
    ("people", "names"),
    [
        ([Person("Ada", role="author"), Person("Bob", role="decider")], ["Bob"]),
        ([Person("Ada", role="author"), Person("Bob", role="to")], ["Ada"]),
        ([Person(email="ada@momo.example", handle="ada")], ["ada@momo.example"]),
        ([Person(handle="ada"), Person(handle="ada")], ["ada"]),
        ([Person(), Person("Bob", role="mentioned")], []),
    ],
)
def test_who_decided_is_its_decider_or_else_its_author(people, names):
    assert deciders(people_json(people)) == names
