"""Ids that are there, in place of made up ones: by the cases that every endpoint has."""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

import schemathesis
from django.urls import URLPattern, URLResolver, get_resolver

from tests.test_api_isolation import ALL

SHARE = 0.8  # of the ids; the others stay ids of nothing
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


class Ids:
    """`things` are ids by the name of the thing that has them."""

    def __init__(self, things: Mapping[str, UUID]) -> None:
        names = dict(_names(get_resolver().url_patterns))
        told = {(case.name, case.method): case for case in ALL}
        self._known = {
            (path, method): dict(_known(case, things))
            for path, name in names.items()
            for method in ("get", "post", "put", "patch", "delete")
            if (case := told.get((name, method)))
        }

    def put_into(self, case: schemathesis.Case) -> None:
        """Let a made up request be about something that is there."""
        known = self._known.get((case.path, case.method.lower()), {})
        for place in (case.path_parameters, case.body):
            if isinstance(place, dict):
                for name in place.keys() & known.keys():
                    place[name] = _chosen(place[name], known[name])


def _known(case: Any, things: Mapping[str, UUID]) -> Iterator[tuple[str, str]]:
    """What a case has in its address and its body, by name."""
    if case.thing in things:
        yield case.argument, str(things[case.thing])
    for name, value in case.also.items():
        yield name, str(things.get(value, value))
    for name, value in case.body.items():
        if value in map(str, things):
            yield name, str(things[value])


def _names(patterns: list[Any], prefix: str = "/") -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        path = prefix + _PARAMETER.sub(r"{\1}", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from _names(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern):
            yield path, pattern.name or ""


def _chosen(value: Any, known: str) -> Any:
    """`known`, mostly; never for what is no id where there must be one."""
    is_fit = isinstance(value, str) and (_is_id(value) or not _is_id(known))
    return known if is_fit and random.Random(value).random() < SHARE else value


def _is_id(value: str) -> bool:
    try:
        UUID(value)
    except ValueError:
        return False
    return True
