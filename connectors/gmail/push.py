"""What Pub/Sub posts for a mailbox: whose it is, and nothing of what is in it. Pure.

The token covers the sender, not the body; so nothing in a body is believed, but in which mailbox
to look.
"""

import json
import re
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from connectors.live.errors import Malformed

_ADDRESS = re.compile(r"[^\s@\x00-\x1f]{1,64}@[^\s@\x00-\x1f]{1,255}")
_MESSAGE_ID = re.compile(r"[\w.-]{1,100}", re.ASCII)
_URL_SAFE = str.maketrans("-_", "+/")  # either alphabet is documented
_HISTORY_ID = re.compile(r"\d{1,20}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Notice:
    """That a mailbox changed. `message_id` is the same when Pub/Sub sends it again."""

    address: str
    message_id: str
    history_id: str


def read_notice(body: bytes) -> Notice:
    """Raises Malformed."""
    message = _fields(_json(body).get("message"))
    data = message.get("data")
    if not isinstance(data, str):
        raise Malformed("The notification has no data.")
    try:
        told = _json(b64decode(data.translate(_URL_SAFE), validate=True))
    except ValueError:
        raise Malformed("The notification's data is not base64.") from None
    return Notice(
        address=_matching(_ADDRESS, told.get("emailAddress")).lower(),
        message_id=_matching(_MESSAGE_ID, message.get("messageId")),
        history_id=_matching(_HISTORY_ID, _digits(told.get("historyId"))),
    )


def _json(raw: bytes) -> Mapping[str, Any]:
    try:
        return _fields(json.loads(raw.decode("utf-8")))
    except (ValueError, RecursionError):
        raise Malformed("The notification is not JSON in UTF-8.") from None


def _fields(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise Malformed("The notification is not as Pub/Sub sends it.")
    return value


def _digits(value: object) -> object:
    """Gmail writes the history id as a number, its documentation as digits."""
    is_number = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 64
    return str(value) if is_number else value


def _matching(pattern: re.Pattern[str], value: object) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise Malformed("The notification is not as Gmail writes it.")
    return value
