"""`momo search --explain`, for a newcomer to read."""

import pytest
from click.testing import CliRunner

from momo.surfaces.cli.main import run
from tests.api import decision


@pytest.fixture
def momo(world):
    decision(world, "owner", "Use Postgres as the database for billing")
    decision(world, "owner", "Use Redis [red]for[/] the queue of billing")

    def call(*arguments):
        env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": world.teammate.email}
        return CliRunner().invoke(run, arguments, env=env).output

    return call


def test_it_says_why_each_is_there_and_the_second_is_not_first(momo):
    output = momo("search", "Which database for billing?", "--explain")
    assert "words asked for: 'database' and 'billing'" in output
    assert "behind the first mostly because" in output
    assert "Looked for" in output
    assert "Landed 2" in output


def test_it_names_what_came_nearest(momo):
    output = momo("search", "Which database for billing?", "--explain", "--limit", "1")
    assert "others are better" in output
    assert "Use Redis [red]for[/]" in output


def test_without_it_nothing_is_explained(momo):
    assert "Looked for" not in momo("search", "Which database for billing?")


def test_context_as_xml_within_bytes(momo):
    output = momo("context", "database for billing", "--format", "xml", "--max-bytes", "600")
    assert output.startswith("<memento>")
    assert len(output.encode()) <= 600
    assert momo("context", "billing", "--max-bytes", "0").strip() == ""
