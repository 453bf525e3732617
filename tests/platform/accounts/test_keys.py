"""API keys: shown once, stored as a digest, valid only while they should be."""

from datetime import timedelta

import pytest
from django.utils import timezone

from momo.platform.accounts import keys
from momo.platform.accounts.models import ApiKey
from momo.platform.accounts.services import AccountError


@pytest.fixture
def key(world):
    with world.acting_as("owner"):
        agent = keys.create_agent("deploy bot")
        row, plain = keys.create_key(principal_id=agent.id, name="ci", scopes=["read", "write"])
    return row, plain


def test_a_key_opens_its_team_as_its_agent(world, key):
    row, plain = key
    opened = keys.authenticate(plain)
    assert opened.scope.team_id == world.team.id
    assert opened.scope.principal_id == row.principal_id
    assert opened.key_scopes == {"read", "write"}


def test_the_key_itself_is_not_stored(world, key):
    row, plain = key
    assert plain.startswith(f"momo_{row.prefix}_")
    stored = str({f.attname: getattr(row, f.attname) for f in row._meta.concrete_fields})
    assert plain.split("_", 2)[2] not in stored


@pytest.mark.parametrize("wrong", ["", "momo", "momo_x_y", "other_{prefix}_z", "momo_{prefix}_z"])
def test_anything_else_opens_nothing(key, wrong):
    assert keys.authenticate(wrong.format(prefix=key[0].prefix)) is None


def test_a_revoked_key_opens_nothing(world, key):
    with world.acting_as("owner"):
        keys.revoke_key(key[0].id)
    assert keys.authenticate(key[1]) is None


def test_an_expired_key_opens_nothing(world, key):
    with world.acting_as("owner"):
        ApiKey.objects.filter(id=key[0].id).update(expires_at=timezone.now() - timedelta(1))
    assert keys.authenticate(key[1]) is None


def test_last_use_is_noted(world, key):
    keys.authenticate(key[1])
    with world.acting_as("owner"):
        assert ApiKey.objects.get(id=key[0].id).last_used_at is not None


def test_a_member_sees_their_own_keys_an_admin_all(world, key):
    with world.acting_as("teammate"):
        assert keys.keys_visible_to(is_admin=False) == []
    with world.acting_as("owner"):
        assert [k.id for k in keys.keys_visible_to(is_admin=True)] == [key[0].id]


@pytest.mark.parametrize(
    "wrong",
    [{"scopes": ["root"]}, {"scopes": []}, {"expires_at": timezone.now() - timedelta(1)}],
    ids=["unknown scope", "no scope", "expired already"],
)
def test_a_senseless_key_is_refused(world, wrong):
    with world.acting_as("owner"), pytest.raises(AccountError):
        keys.create_key(principal_id=world.owner.id, name="x", **wrong)


def test_a_stranger_cannot_revoke_it(world, key):
    with world.acting_as("stranger"), pytest.raises(AccountError):
        keys.revoke_key(key[0].id)
    assert keys.authenticate(key[1]) is not None
