"""Scenarios: what happens at a service, step by step, as YAML.

A list, each entry one verb with what it takes:

    - message: {channel: general, by: jane, text: "We go with Postgres.", as: choice}
    - reply: {to: choice, by: tom, text: "Agreed."}
    - edit: {of: choice, text: "We go with Postgres 18."}
    - rate_limit: {times: 3, retry_after: 1}
    - delete: {of: choice}

`as` names a thing for later steps. Every fake knows rate_limit, outage and wait; its other verbs
are the methods `do_<verb>` of its class.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml


class BadScenario(Exception):
    """The text is no scenario. The message says which entry, and what is wrong."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens. `as` arrives as `name`, since `as` is Python's own word."""

    verb: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


def read_scenario(text: str) -> list[Step]:
    """Raises BadScenario."""
    entries = yaml.safe_load(text) or []
    if not isinstance(entries, list):
        raise BadScenario("A scenario is a list of steps.")
    return [_step(number, entry) for number, entry in enumerate(entries, start=1)]


def _step(number: int, entry: object) -> Step:
    if not isinstance(entry, dict) or len(entry) != 1:
        raise BadScenario(f"Step {number} must be one verb with what it takes.")
    ((verb, arguments),) = entry.items()
    if not isinstance(arguments, dict | None):
        raise BadScenario(f"Step {number}: {verb} takes names and values.")
    named = {("name" if key == "as" else key): value for key, value in (arguments or {}).items()}
    return Step(str(verb), named)
