"""Ids: UUIDv7, which sort by time and so keep index inserts at the right edge."""

from uuid import UUID

from uuid_utils import compat


def uuid7() -> UUID:
    return compat.uuid7()
