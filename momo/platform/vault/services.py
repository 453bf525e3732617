"""Sealing and opening for the current team."""

import hashlib
import hmac
from uuid import UUID

from django.conf import settings

from momo.platform.tenancy.context import current
from momo.platform.vault import envelope
from momo.platform.vault.keyring import Keyring
from momo.platform.vault.models import DataKey

_keyring = Keyring(capacity=1000)


def seal(text: str | bytes, *, table: str, row_id: UUID, field: str) -> bytes:
    """Seal a value of the current team for one field of one row."""
    team_id = current().team_id
    number, key = _active_key(team_id)
    place = envelope.place_of(team_id, table, row_id, field)
    plaintext = text.encode() if isinstance(text, str) else text
    return envelope.seal(plaintext, key, number=number, place=place)


def unseal(sealed: bytes | memoryview, *, table: str, row_id: UUID, field: str) -> bytes:
    """Open a value of the current team. Raises envelope.SealError."""
    team_id = current().team_id
    sealed = bytes(sealed)
    number = envelope.key_number(sealed)
    key = _keyring.get(team_id, number) or _load(team_id, number)
    return envelope.unseal(sealed, key, place=envelope.place_of(team_id, table, row_id, field))


def keyed_hash(text: str, *, purpose: str) -> bytes:
    """HMAC-SHA256 of a text, the same for as long as the team has its data keys.

    Under the team's first key, which rotation keeps, so that a later one finds it again; for each
    purpose another hash. Raises envelope.SealError where the team was shredded.
    """
    team_id = current().team_id
    key = _keyring.get(team_id, 1) or _load(team_id, 1)
    own = hmac.digest(key, purpose.encode(), hashlib.sha256)
    return hmac.digest(own, text.encode(), hashlib.sha256)


def create_first_key() -> None:
    """Give a new team its data key, in the transaction that creates the team."""
    _create(current().team_id, 1)


def _active_key(team_id: UUID) -> tuple[int, bytes]:
    """The team's newest key. Another process's rotation is seen within the keyring's refresh
    time; until then the older key still seals, and still opens."""
    cached = _keyring.newest(team_id)
    if cached:
        return cached
    row = DataKey.objects.order_by("-number").first()
    if row is None:
        raise envelope.SealError("The team has no data key: it was shredded.")
    key = _unwrap(row)
    _keyring.put(team_id, row.number, key, newest=True)
    return row.number, key


def _create(team_id: UUID, number: int) -> None:
    name, wrapped = envelope.wrap(
        envelope.new_data_key(), settings.MOMO_MASTER_KEYS, team_id=team_id, number=number
    )
    DataKey.objects.create(number=number, master_key=name, wrapped=wrapped)


def _load(team_id: UUID, number: int) -> bytes:
    row = DataKey.objects.filter(number=number).first()
    if row is None:
        raise envelope.SealError("The data key of this value is gone: it cannot be opened.")
    key = _unwrap(row)
    _keyring.put(team_id, number, key, newest=False)
    return key


def _unwrap(row: DataKey) -> bytes:
    return envelope.unwrap(
        row.master_key,
        bytes(row.wrapped),
        settings.MOMO_MASTER_KEYS,
        team_id=row.team_id,
        number=row.number,
    )
