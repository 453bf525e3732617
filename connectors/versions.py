"""What tells one version of an item from another. Pure."""

import hashlib
import json
from dataclasses import is_dataclass
from typing import Any
from uuid import UUID

from connectors.contract import SourceRecord


def content_hash(record: SourceRecord, visibility: str, audience_id: UUID | None) -> bytes:
    """SHA-256 of all that makes an item what it is: another value means an edit."""
    digest = hashlib.sha256(record.raw)
    stated = fields_of(record) | {"raw": None, "visibility": visibility, "audience": audience_id}
    del stated["as_of"]  # the same content at another time is no edit
    digest.update(json.dumps(stated, sort_keys=True, default=_as_json).encode())
    return digest.digest()


def fields_of(value: Any) -> dict[str, Any]:
    """A dataclass as a dict, its values as they are: `asdict` copies every one of them."""
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def _as_json(value: Any) -> Any:
    return fields_of(value) if is_dataclass(value) else str(value)
