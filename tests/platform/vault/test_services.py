"""Each team seals with its own key; keys rotate without touching what is sealed."""

import pytest
from django.db import connections

from momo.platform.tenancy.ids import uuid7
from momo.platform.vault import services as vault
from momo.platform.vault.envelope import MasterKeys, SealError, key_number
from momo.platform.vault.keyring import Keyring
from momo.platform.vault.models import DataKey
from momo.platform.vault.rotation import new_data_keys, rewrap_all


def _seal(row):
    return vault.seal("the text", table="t", row_id=row, field="f")


def _open(sealed, row):
    return vault.unseal(sealed, table="t", row_id=row, field="f")


def test_a_team_opens_what_it_sealed(world):
    row = uuid7()
    with world.acting_as("owner"):
        sealed = _seal(row)
    with world.acting_as("teammate"):
        assert _open(sealed, row) == b"the text"


def test_another_team_does_not(world):
    row = uuid7()
    with world.acting_as("owner"):
        sealed = _seal(row)
    with world.acting_as("stranger"), pytest.raises(SealError):
        _open(sealed, row)


def test_deleting_the_data_keys_shreds_what_they_sealed(world, monkeypatch):
    row = uuid7()
    monkeypatch.setattr(vault, "_keyring", Keyring(10))
    with world.acting_as("owner"):
        sealed = _seal(row)
        DataKey.objects.all().delete()
        monkeypatch.setattr(vault, "_keyring", Keyring(10))
        with pytest.raises(SealError, match="gone"):
            _open(sealed, row)
        with pytest.raises(SealError, match="shredded"):
            _seal(row)


@pytest.fixture
def fresh_keyring(monkeypatch):
    def forget():
        monkeypatch.setattr(vault, "_keyring", Keyring(10))

    forget()
    return forget


def test_rotating_the_master_key_wraps_anew_and_opens_the_old(
    committed_world, settings, fresh_keyring
):
    row = uuid7()
    with committed_world.acting_as("owner"):
        sealed = _seal(row)
    old = dict(settings.MOMO_MASTER_KEYS.keys)
    new = MasterKeys.parse(MasterKeys.generate("next"))
    settings.MOMO_MASTER_KEYS = MasterKeys(dict(new.keys) | old)
    assert rewrap_all() == 2  # one for each team
    assert rewrap_all() == 0
    settings.MOMO_MASTER_KEYS = new  # the old one is gone now
    fresh_keyring()
    with committed_world.acting_as("owner"):
        assert _open(sealed, row) == b"the text"


def test_without_the_old_master_key_nothing_is_changed(committed_world, settings):
    settings.MOMO_MASTER_KEYS = MasterKeys.parse(MasterKeys.generate("other"))
    with pytest.raises(SealError, match="not configured"):
        rewrap_all()


def test_a_new_data_key_seals_from_then_on_and_the_old_still_opens(committed_world, fresh_keyring):
    row = uuid7()
    with committed_world.acting_as("owner"):
        before = _seal(row)
    assert new_data_keys() == 2
    fresh_keyring()
    with committed_world.acting_as("owner"):
        after = _seal(row)
        assert (key_number(before), key_number(after)) == (1, 2)
        assert _open(before, row) == _open(after, row) == b"the text"


def test_the_wrapped_key_is_all_the_database_has(committed_world):
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT length(wrapped) FROM vault_datakey")
        assert {length for (length,) in cursor.fetchall()} == {12 + 32 + 16}
