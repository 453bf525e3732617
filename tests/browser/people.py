"""New people and teams, made the quick way where a test is not about how they come to be."""

import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.browser.visitor import Visitor

PASSWORD = "correct horse battery"
WORKED_THROUGH_SECONDS = 60


def new_address(name: str = "person") -> str:
    """That nobody has yet."""
    return f"{name}.{uuid4().hex[:8]}@momo.example"


def sign_up(visitor: Visitor, *, name: str = "Nadia Novák", team: str = "") -> str:
    """A new person, and with a name a team of theirs. Their address."""
    email = new_address()
    visitor.api("GET", "/_allauth/browser/v1/config")
    signed_up = {"email": email, "password": PASSWORD, "name": name}
    visitor.api("POST", "/_allauth/browser/v1/auth/signup", signed_up)
    if team:
        visitor.api("POST", "/api/v1/teams", {"name": team, "slug": uuid4().hex})
    return email


def import_mails(visitor: Visitor, mails: Path, *, name: str = "") -> None:
    """An mbox, brought in without its page, and worked through by the time this comes back."""
    file = {
        "name": name or mails.name, "mimeType": "application/mbox", "buffer": mails.read_bytes(),
    }  # fmt: skip
    answer = visitor.context.request.post(
        f"{visitor.origin}/api/v1/sync-runs",
        multipart={"kind": "mbox", "file": file},
        headers={"X-CSRFToken": visitor.token()},
    )
    assert answer.ok, answer.text()
    path = f"/api/v1/sync-runs/{answer.json()['id']}"
    deadline = time.monotonic() + WORKED_THROUGH_SECONDS
    while not _is_through(visitor.api("GET", path)):
        assert time.monotonic() < deadline, visitor.api("GET", path)
        time.sleep(0.2)


def _is_through(run: dict[str, Any]) -> bool:
    return run["state"] == "done" and not any(run["pipeline"]["waiting"].values())
