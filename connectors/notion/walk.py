"""Working through pages, databases and all that lies in them, a bounded number of requests a call.

What is left to do is a list of steps in the cursor, so that a killed process repeats one page.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from connectors.contract import Refusal, SourceRecord
from connectors.files.json_input import as_list, as_text, objects
from connectors.live.errors import Forbidden, RateLimited, Unavailable
from connectors.notion.client import Invalid, Json
from connectors.notion.ids import compact
from connectors.notion.reader import PageReader, Reading

MAX_CALL_REQUESTS = 40  # after so many a call comes back; one page more may be on top
MAX_STEPS = 6_000  # that wait in a cursor: the pages in one page, and then some
ROWS = 25  # of a database at a time


class Kind(StrEnum):
    PAGE = "page"
    FOUND = "found"  # a page that the search showed, unless its database lists it
    COMMENTS = "comments"  # of a page, and nothing else of it
    TREE = "tree"  # a page and all that lies in it
    ROWS = "rows"  # a data source's pages
    DATABASE = "database"  # all that lies in it
    DEEP_ROWS = "deep_rows"  # a data source's pages, and all that lies in them


_LISTINGS = {Kind.ROWS, Kind.DEEP_ROWS}


@dataclass(frozen=True, slots=True)
class Step:
    """`start` is where a listing goes on; of a page or a database, in what it was found."""

    kind: Kind
    id: str
    start: str = ""

    def as_json(self) -> list[str]:
        return [self.kind.value, self.id, self.start]


@dataclass(slots=True)
class Walk:
    """Steps to take, last one first, and what they brought."""

    reader: PageReader
    steps: list[Step] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    taken: int = 0

    @property
    def has_time(self) -> bool:
        return self.reader.api.spent < MAX_CALL_REQUESTS

    def go(self) -> None:
        """Take steps while there is time. Raises errors.SourceError where not one was taken."""
        while self.steps and self.has_time:
            if not self._tried(self.steps[-1]):
                return

    def read(self, page: Json, kind: Kind) -> bool:
        """Take a step whose page is at hand. Returns False where it has to wait, which is then
        for the caller to queue."""
        step = Step(kind, compact(page.get("id")))
        if not self.has_time:
            return False
        self.steps.append(step)
        is_whole = "properties" in page  # a listing may show less than that
        if self._tried(step, page if is_whole else None):
            return True
        self.steps.pop()
        return False

    @property
    def gone(self) -> tuple[str, ...]:
        """The threads of deleted pages: comments that the API no longer lists go with them."""
        records = (each for each in self.readings if isinstance(each, SourceRecord))
        return tuple(each.external_id for each in records if each.deleted and each.kind == "page")

    def as_json(self) -> list[list[str]]:
        return [step.as_json() for step in self.steps[-MAX_STEPS:]]

    def _tried(self, step: Step, page: Json | None = None) -> bool:
        """Take the last step, which stays where it could not be taken now."""
        try:
            new = self._take(step, page)
        except (RateLimited, Unavailable):
            if not self.taken:
                raise
            return False
        self.steps.pop()
        self.steps += reversed(new)
        self.taken += 1
        return True

    def _take(self, step: Step, page: Json | None) -> list[Step]:
        try:
            if step.kind in (Kind.PAGE, Kind.FOUND, Kind.TREE):
                return self._page(step, page or self.reader.api.page(step.id))
            if step.kind is Kind.COMMENTS:
                self.readings += self.reader.comments_of(self.reader.api.page(step.id), step.id)
                return []
            if step.kind is Kind.DATABASE:
                return self._database(step)
            return self._rows(step)
        except Forbidden:  # no longer shared: what is stored stays
            return []
        except Invalid:
            if step.kind in _LISTINGS and step.start:
                raise
            self.readings.append(Refusal(f"{step.kind} {step.id}", "Notion does not show it."))
            return []

    def _page(self, step: Step, page: Json) -> list[Step]:
        if step.kind is Kind.FOUND and self.reader.places.lists(page):
            return []
        read = self.reader.read(page)
        self.readings += read.readings
        if step.kind is not Kind.TREE or (step.start and step.start not in read.above):
            return []  # where a copy showed it: who follows copies may go in circles
        return [
            *(Step(Kind.TREE, each, step.id) for each in read.pages),
            *(Step(Kind.DATABASE, each, step.id) for each in read.databases),
        ]

    def _database(self, step: Step) -> list[Step]:
        """Its data sources, unless the page it was found in only shows a view of it."""
        database = self.reader.api.database(step.id)
        if step.start and step.start not in self.reader.places.ids_above(database.get("parent")):
            return []
        sources = (compact(each.get("id")) for each in objects(database.get("data_sources")))
        return [Step(Kind.DEEP_ROWS, source) for source in sources if source]

    def _rows(self, step: Step) -> list[Step]:
        is_deep = step.kind is Kind.DEEP_ROWS
        if not self.reader.collects_rows(step.id):
            return []
        listed = self.reader.api.rows(step.id, size=ROWS, start=step.start)
        keys = [compact(row.get("id")) for row in objects(listed.get("results"))]
        new = [
            Step(Kind.TREE, key, step.id) if is_deep else Step(Kind.PAGE, key)
            for key in keys
            if key
        ]
        start = as_text(listed.get("next_cursor"))
        return [*new, *([Step(step.kind, step.id, start)] if start else [])]


def steps_of(value: object) -> list[Step]:
    """The steps of a cursor."""
    found = []
    for entry in as_list(value):
        kind, key, start = [*map(as_text, as_list(entry)), "", "", ""][:3]
        if kind in set(Kind) and key:
            found.append(Step(Kind(kind), key, start))
    return found
