"""Deliveries that GitHub published as examples, read where they lie."""

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[4] / "shared" / "data" / "github"
FILES = sorted(FOLDER.glob("*.json"))
NEEDED = pytest.mark.skipif(not FILES, reason=f"there are no recorded payloads in {FOLDER}")
INSTALLATION = {"id": 1, "node_id": "MDIzOkludGVncmF0aW9uSW5zdGFsbGF0aW9uMQ=="}


def event_of(file: Path) -> str:
    return file.name.partition("__")[0]


def payload_of(file: Path) -> dict[str, Any]:
    """A payload as an app gets it: some were recorded at a repository's own webhook."""
    found: dict[str, Any] = json.loads(file.read_text())
    return {"installation": dict(INSTALLATION), **found}


def named(file: Path) -> str:
    return file.name
