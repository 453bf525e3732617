"""Who is who in a workspace. Asked of Notion once in a while, and kept in this process."""

import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass

from connectors.contract import Person
from connectors.files.json_input import as_text, objects
from connectors.live.errors import Forbidden
from connectors.notion.client import NotionApi
from connectors.notion.people import Known, person_of

KEEP_SECONDS = 900.0  # a new name or address is seen after that
MAX_KEPT = 200  # connections whose people are kept at once
MAX_LISTED = 10  # requests of 100 people each
MAX_ASKED = 20  # single people asked for in one call: guests, who are on no list


@dataclass(slots=True)
class _Kept:
    until: float
    people: dict[str, Person]
    is_open: bool = True  # the app may see people at all


_kept: dict[str, _Kept] = {}
_lock = threading.Lock()


class Directory:
    """The people of one connection; `key` is the connection's and its team's own."""

    def __init__(self, api: NotionApi, key: str) -> None:
        self._api = api
        self._key = key
        self._asked = 0

    def known(self, keys: Iterable[str]) -> Known:
        """Those of these ids that Notion tells about. Raises errors.SourceError."""
        wanted = set(keys)
        kept = self._current()
        for key in sorted(wanted - kept.people.keys()):
            if not kept.is_open or self._asked >= MAX_ASKED:
                break
            self._asked += 1
            kept.people[key] = self._ask(key)
        return Known({key: kept.people[key] for key in wanted & kept.people.keys()})

    def _current(self) -> _Kept:
        with _lock:
            kept = _kept.get(self._key)
        if kept is None or kept.until < time.monotonic():
            kept = self._list()
            with _lock:
                if len(_kept) >= MAX_KEPT:
                    _kept.clear()
                _kept[self._key] = kept
        return kept

    def _list(self) -> _Kept:
        until = time.monotonic() + KEEP_SECONDS
        people: dict[str, Person] = {}
        cursor = ""
        try:
            for _ in range(MAX_LISTED):
                page = self._api.users(cursor)
                found = (person_of(user) for user in objects(page.get("results")))
                people.update((person.handle, person) for person in found if person)
                cursor = as_text(page.get("next_cursor"))
                if not cursor:
                    break
        except Forbidden:  # the app was not given the capability to see people
            return _Kept(until, people, is_open=False)
        return _Kept(until, people)

    def _ask(self, key: str) -> Person:
        try:
            return person_of(self._api.user(key)) or Person(handle=key)
        except Forbidden:
            return Person(handle=key)


def forget() -> None:
    """Drop what is kept: for whoever must see a change at once."""
    with _lock:
        _kept.clear()
