"""`momo history`: whom it names, and when it has nothing to tell."""

import pytest
from click.testing import CliRunner

from connectors.contract import Person
from decisions import services
from momo.surfaces.cli.main import run
from tests.api import decision

ADA = Person(email="ada@momo.example", role="author")
BOB = Person(name="Bob", role="to")


@pytest.fixture
def momo(world):
    older = decision(world, "owner", "Use MySQL for billing", people=(ADA, BOB))
    newer = decision(world, "owner", "Use Postgres for billing", people=(ADA, BOB))
    with world.acting_as("owner"):
        services.supersede_decision(older, newer, reason="It fits.")
    env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": world.owner.email}
    call = lambda *given: CliRunner().invoke(run, ["history", *map(str, given)], env=env)  # noqa: E731
    call.older = older
    return call


def test_it_names_who_decided_by_address_where_there_is_no_name(momo):
    told = momo(momo.older).output
    assert "Use MySQL for billing (ada@momo.example)  superseded" in told
    assert "Bob" not in told
    assert str(momo.older) in told


def test_it_says_what_replaced_it_and_who_said_so(momo):
    assert "replaced by “Use Postgres for billing”, says Owner. It fits." in momo(momo.older).output


def test_what_nothing_was_decided_on_has_no_history(momo):
    assert "Use Postgres" in momo("Which database for billing?").output
    assert momo("penguins in zoos").output == "Nothing that you can see was decided on it.\n"
