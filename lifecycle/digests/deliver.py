"""Handing a digest over to Slack, once. Not to be called in a transaction."""

import json
from datetime import timedelta
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from urllib.parse import urlsplit

from lifecycle.digests import tuning
from lifecycle.digests.slack import Block
from momo.platform.mail import UNKNOWN, Undelivered

_ENDLESS = 10  # digits of a number of seconds that is no wait


def slack(webhook: str, text: str, blocks: list[Block]) -> None:
    """Post to a channel by its incoming webhook. `text` is what notifications show.

    Raises Undelivered.
    """
    if not webhook.startswith(tuning.SLACK_WEBHOOKS):
        raise Undelivered("The address is not one of Slack's incoming webhooks.", again=False)
    parts = urlsplit(webhook)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.netloc, timeout=tuning.SLACK_SECONDS)
    body = json.dumps({"text": text, "blocks": blocks}).encode()
    try:
        connection.connect()
    except OSError:
        raise Undelivered("Slack cannot be reached.", again=True) from None
    try:
        connection.request("POST", parts.path, body, {"Content-Type": "application/json"})
        with connection.getresponse() as answer:
            _check(answer)
    except (OSError, HTTPException):
        raise Undelivered(UNKNOWN, again=False) from None
    finally:
        connection.close()


def _check(answer: HTTPResponse) -> None:
    if answer.status == 200:
        return
    busy = answer.status == 429 or answer.status >= 500
    seconds = answer.getheader("Retry-After", "")
    told = seconds.isascii() and seconds.isdecimal() and len(seconds) < _ENDLESS
    wait = timedelta(seconds=min(int(seconds), tuning.SLACK_PATIENCE)) if busy and told else None
    raise Undelivered(
        f"Slack answered {answer.status}" + ("." if busy else ": renew the channel's webhook."),
        again=busy, wait=wait,
    )  # fmt: skip
