"""What there is at the fake service: people, repositories and what was written in them."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from connectors.github.fake import shapes
from connectors.github.fake.shapes import Json

BEGAN_SECONDS_AGO = 3600


@dataclass
class Thread:
    """An issue, pull request or discussion, and what was said in it."""

    kind: str  # issue | pull_request | discussion
    body: Json
    comments: list[Json] = field(default_factory=list)
    reviews: list[Json] = field(default_factory=list)
    remarks: list[Json] = field(default_factory=list)


@dataclass
class Repository:
    facts: Json
    members: list[str] = field(default_factory=list)  # logins
    threads: dict[int, Thread] = field(default_factory=dict)
    releases: list[Json] = field(default_factory=list)
    commits: list[Json] = field(default_factory=list)
    selected: bool = True  # of those that the app is installed on


@dataclass
class Named:
    """A thing that later steps of a scenario speak of."""

    kind: str  # issue | pull_request | discussion | comment | review | remark | release
    repository: Repository
    body: Json
    thread: Thread | None = None


class State:
    """Everything that is stored. `web` is where its pages are."""

    def __init__(self) -> None:
        self.web = ""
        self.people: dict[str, Json] = {}
        self.repositories: dict[int, Repository] = {}
        self.named: dict[str, Named] = {}
        self.clock = time.time() - BEGAN_SECONDS_AGO
        self.is_live: Callable[[], bool] = lambda: False  # whether somebody hears what happens
        self._number = 1000

    def person(self, login: str, kind: str = "User", email: str = "") -> Json:
        if login not in self.people:
            number = self.new_number()
            self.people[login] = shapes.user(self.web, login, number, kind, email)
        return self.people[login]

    def repository(self, name: str) -> Repository:
        """By its name, without the owner's."""
        return next(r for r in self.repositories.values() if r.facts["name"] == name)

    def new_number(self) -> int:
        self._number += 1
        return self._number

    def now(self) -> str:
        """The next moment: of history an hour ago, of what is heard now. Each thing that happens
        has its own second."""
        self.clock = max(self.clock + 1, time.time() if self.is_live() else 0.0)
        return datetime.fromtimestamp(self.clock, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def keep(self, name: str, thing: Named) -> Named:
        self.named[name or f"{thing.kind} {thing.body['id']}"] = thing
        return thing

    def touch(self, thread: Thread) -> str:
        thread.body["updated_at"] = self.now()
        return str(thread.body["updated_at"])
