"""Which entity a person of a memory is."""

import pytest

from connectors.contract import Person
from decisions.models import EntityName
from decisions.people import is_person, people_json, people_of
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
