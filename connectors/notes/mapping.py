"""One line of a notes file as Momo's record. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from connectors.contract import MediaType, Person, Refusal, SourceRecord, Visibility
from connectors.files.json_input import as_list, as_text
from connectors.files.people import spelled_out
from connectors.files.text import encode, fingerprint, one_line, stable_id
from connectors.files.times import from_iso

_TEXT_FIELDS = ("title", "url", "thread", "container")
_PERSON_FIELDS = ("name", "email", "handle")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line stands: its file, and the time to use for a note that has none."""

    locator: str
    container: str
    earlier: datetime


def note_record(note: Mapping[str, object], place: Place) -> SourceRecord | Refusal:
    """Map one note, or say what is wrong with it."""
    if problem := _problem(note):
        return Refusal(place.locator, problem)
    text = as_text(note.get("text"))
    written_at = as_text(note.get("date"))
    moment = from_iso(written_at)
    values = {field: as_text(note.get(field)) for field in _TEXT_FIELDS}
    identity = (text, values["title"], values["thread"], written_at)
    visibility = as_text(note.get("visibility"))
    return SourceRecord(
        external_id=stable_id(as_text(note.get("id"))) or fingerprint(*map(encode, identity)),
        kind="note",
        raw=encode(text),
        media_type=MediaType.PLAIN,
        occurred_at=moment or place.earlier,
        dated=moment is not None,
        title=one_line(values["title"]),
        author=person_of(note.get("author")),
        participants=_people(note.get("participants")),
        thread_key=stable_id(values["thread"]),
        url=values["url"],
        container=values["container"] or place.container,
        tags=tuple(filter(None, map(as_text, as_list(note.get("tags"))))),
        visibility=Visibility(visibility) if visibility else None,
    )


def person_of(value: object, role: str = "author") -> Person | None:
    """Someone given as an object, or as `Anna Example <anna@example.com>`, `@anna` or `Anna`."""
    if not isinstance(value, dict):
        return spelled_out(as_text(value), role)
    name, email, handle = (one_line(as_text(value.get(key))) for key in _PERSON_FIELDS)
    return Person(name, email, handle, role) if name or email or handle else None


def _people(value: object) -> tuple[Person, ...]:
    people = (person_of(entry, "mentioned") for entry in as_list(value))
    return tuple(person for person in people if person)


def _problem(note: Mapping[str, object]) -> str:
    """What a note lacks, and what is expected instead; empty where it is sound."""
    if not as_text(note.get("text")).strip():
        return '"text" is missing: expected the note\'s words, as a string'
    date = note.get("date")
    if date not in (None, "") and from_iso(as_text(date)) is None:
        return '"date" is not usable: expected ISO 8601 such as 2024-01-31T09:30:00Z'
    visibility = note.get("visibility")
    if visibility not in (None, "private", "shared", "secret"):
        return '"visibility" is not known: expected "private", "shared" or "secret"'
    author = note.get("author")
    if author is not None and person_of(author) is None:
        return '"author" is not usable: expected a name, or an object with name, email, handle'
    return ""
