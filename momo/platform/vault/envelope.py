"""Envelope encryption: AES-256-GCM under a data key, itself wrapped under a master key.

A sealed value is `version (1) | data key number (4, big-endian) | nonce (12) | ciphertext + tag`.
The row and field it belongs to are its authenticated data: a sealed value moved to another row,
field or team does not open. NIST SP 800-38D; random 96-bit nonces, so a data key is good for about
2**32 values.
"""

import base64
import binascii
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_VERSION = 1
_HEADER = struct.Struct(">BI")
_NONCE_BYTES = 12
_KEY_BYTES = 32


class SealError(Exception):
    """A sealed value or a wrapped key does not open: wrong key, wrong place, or damaged."""


@dataclass(frozen=True, slots=True)
class MasterKeys:
    """The master keys by name; the first wraps new data keys, the others only unwrap."""

    keys: Mapping[str, bytes]

    @classmethod
    def parse(cls, text: str) -> "MasterKeys":
        """Read `name:base64,name:base64`, newest first. Raises ValueError saying what is wrong."""
        keys: dict[str, bytes] = {}
        for part in filter(None, (p.strip() for p in text.split(","))):
            name, _, encoded = part.partition(":")
            try:
                key = base64.b64decode(encoded, validate=True)
            except binascii.Error:
                key = b""
            if not name or len(key) != _KEY_BYTES:
                raise ValueError(
                    "MOMO_MASTER_KEYS must read name:base64 of 32 random bytes "
                    "(make one with: openssl rand -base64 32), newest first, comma between."
                )
            keys[name] = key
        if not keys:
            raise ValueError("MOMO_MASTER_KEYS is empty: it needs one key at least.")
        return cls(keys)

    @staticmethod
    def generate(name: str) -> str:
        """A fresh key in the form that `parse` reads."""
        return f"{name}:{base64.b64encode(os.urandom(_KEY_BYTES)).decode()}"

    @property
    def active(self) -> str:
        return next(iter(self.keys))


def new_data_key() -> bytes:
    return AESGCM.generate_key(bit_length=8 * _KEY_BYTES)


def wrap(key: bytes, master: MasterKeys, *, team_id: UUID, number: int) -> tuple[str, bytes]:
    """Return the name of the master key used and the data key wrapped under it."""
    name = master.active
    nonce = os.urandom(_NONCE_BYTES)
    wrapped = AESGCM(master.keys[name]).encrypt(nonce, key, _key_identity(team_id, number))
    return name, nonce + wrapped


def unwrap(name: str, wrapped: bytes, master: MasterKeys, *, team_id: UUID, number: int) -> bytes:
    """Raises SealError where the master key is not configured or the wrapped key is not its own."""
    if name not in master.keys:
        raise SealError(f"The master key {name!r} is not configured: add it to MOMO_MASTER_KEYS.")
    try:
        return AESGCM(master.keys[name]).decrypt(
            wrapped[:_NONCE_BYTES], wrapped[_NONCE_BYTES:], _key_identity(team_id, number)
        )
    except InvalidTag:
        raise SealError(f"The master key {name!r} does not open this team's data key.") from None


def seal(plaintext: bytes, key: bytes, *, number: int, place: bytes) -> bytes:
    nonce = os.urandom(_NONCE_BYTES)
    ciphertext = AESGCM(key).encrypt(nonce, plaintext, place)
    return _HEADER.pack(_VERSION, number) + nonce + ciphertext


def key_number(sealed: bytes) -> int:
    """Which of the team's data keys opens this value. Raises SealError if it is not sealed."""
    if len(sealed) < _HEADER.size + _NONCE_BYTES:
        raise SealError("This is not a sealed value: it is too short.")
    version, number = _HEADER.unpack_from(sealed)
    if version != _VERSION:
        raise SealError(f"Sealed with version {version}, which this Momo does not know.")
    return int(number)


def unseal(sealed: bytes, key: bytes, *, place: bytes) -> bytes:
    """Raises SealError where key or place is not the one it was sealed with."""
    body = sealed[_HEADER.size :]
    try:
        return AESGCM(key).decrypt(body[:_NONCE_BYTES], body[_NONCE_BYTES:], place)
    except InvalidTag:
        raise SealError(
            "The sealed value does not open here: damaged, or from elsewhere."
        ) from None


def place_of(team_id: UUID, table: str, row_id: UUID, field: str) -> bytes:
    """The authenticated data of a sealed field: where it stands."""
    return b"|".join([team_id.bytes, table.encode(), row_id.bytes, field.encode()])


def _key_identity(team_id: UUID, number: int) -> bytes:
    return b"data-key|" + team_id.bytes + number.to_bytes(4, "big")
