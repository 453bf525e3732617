"""Sealing what belongs to no team: a person's second factor, and sessions.

Each value has a data key of its own, wrapped under a master key and kept beside it:
`version (1) | length of the master key's name (1) | name | wrapped key (60) | sealed value`.
What it is for is authenticated, so that a value for one purpose does not open for another.
"""

from django.conf import settings

from momo.platform.tenancy.models import NOBODY
from momo.platform.vault import envelope
from momo.platform.vault.envelope import MasterKeys, SealError

_VERSION = 1
_WRAPPED_BYTES = 12 + 32 + 16  # nonce, key, tag
_NUMBER = 0  # teams count their data keys from 1


def seal(plaintext: bytes, *, purpose: str) -> bytes:
    key = envelope.new_data_key()
    name, wrapped = _wrap(key)
    return _joined(
        name, wrapped, envelope.seal(plaintext, key, number=_NUMBER, place=purpose.encode())
    )


def unseal(sealed: bytes, *, purpose: str) -> bytes:
    """Raises SealError where it is damaged, for another purpose, or its master key is not here."""
    name, wrapped, value = _parts(sealed)
    return envelope.unseal(value, _unwrap(name, wrapped), place=purpose.encode())


def rewrap(sealed: bytes) -> bytes:
    """The same value with its key under the active master key. Raises SealError."""
    name, wrapped, value = _parts(sealed)
    if name == _master().active:
        return sealed
    return _joined(*_wrap(_unwrap(name, wrapped)), value)


def _master() -> MasterKeys:
    keys: MasterKeys = settings.MOMO_MASTER_KEYS
    return keys


def _wrap(key: bytes) -> tuple[str, bytes]:
    return envelope.wrap(key, _master(), team_id=NOBODY, number=_NUMBER)


def _unwrap(name: str, wrapped: bytes) -> bytes:
    return envelope.unwrap(name, wrapped, _master(), team_id=NOBODY, number=_NUMBER)


def _joined(name: str, wrapped: bytes, value: bytes) -> bytes:
    encoded = name.encode()
    return bytes([_VERSION, len(encoded)]) + encoded + wrapped + value


def _parts(sealed: bytes) -> tuple[str, bytes, bytes]:
    if len(sealed) < 2 + _WRAPPED_BYTES or sealed[0] != _VERSION:
        raise SealError("This is not a value that was sealed on its own.")
    start = 2 + sealed[1]
    end = start + _WRAPPED_BYTES
    return sealed[2:start].decode(errors="replace"), sealed[start:end], sealed[end:]
