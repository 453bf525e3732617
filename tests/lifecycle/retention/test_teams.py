"""Erasing a whole team."""

import pytest
from django.db import connections

from connectors import holds
from connectors.holds import Covered, OnHold
from connectors.models import SourceItem
from lifecycle.digests import outbox
from lifecycle.retention.teams import erase_team
from momo.platform.accounts.services import NotAllowed, teams_of
from momo.platform.vault.models import DataKey
from tests.decisions.pipeline.feeding import note, take_in

SAID = "We decided to use Postgres."


@pytest.fixture
def world(committed_world):
    take_in(committed_world, "owner", note("a", SAID))
    take_in(committed_world, "stranger", note("a", SAID))
    return committed_world


def rows_of(team):
    """Tables with rows of a team, seen as the database's owner."""
    found = set()
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid "
            "WHERE a.attname = 'team_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition "
            "AND c.relnamespace = 'public'::regnamespace"
        )
        for (table,) in cursor.fetchall():
            cursor.execute(f"SELECT 1 FROM {table} WHERE team_id = %s LIMIT 1", [team.id])
            found |= {table} if cursor.fetchone() else set()
    return found


def test_nothing_of_it_is_left_and_other_teams_keep_what_is_theirs(world, settings, tmp_path):
    other = rows_of(world.other_team)
    assert {"connectors_pipelineturn", "decisions_memory", "vault_datakey"} <= rows_of(world.team)
    settings.EMAIL_FILE_PATH = tmp_path
    for team in (world.team, world.other_team):
        outbox.folder(team.id, world.owner.id).mkdir(parents=True)
    erase_team(world.scope("owner"))
    assert [path.name for path in tmp_path.iterdir()] == [str(world.other_team.id)]
    assert rows_of(world.team) == set()
    assert teams_of(world.owner.id) == []
    assert rows_of(world.other_team) == other
    with world.acting_as("stranger"):
        assert SourceItem.objects.get().sealed_text
        assert DataKey.objects.exists()


def test_only_an_owner_does_it_and_no_hold_may_be_in_force(world):
    with pytest.raises(NotAllowed):
        erase_team(world.scope("teammate"))
    with world.acting_as("owner"):
        holds.place(Covered(person="nobody@momo.example"), reason="Case 7")
    with pytest.raises(OnHold):
        erase_team(world.scope("owner"))
    with world.acting_as("owner"):
        assert DataKey.objects.exists()
