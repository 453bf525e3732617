"""A folder of architecture decision records: MADR 2 to 4, Nygard's form, adr-tools."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path

from connectors.adr.document import parse_document
from connectors.adr.mapping import File, adr_record, is_record
from connectors.adr.status import RecordIndex
from connectors.contract import Refusal, SourceRecord, UnreadableSource, Visibility
from connectors.files.bundle import open_bundle
from connectors.files.members import MIB, Bundle, Member, MemberError, read_whole
from connectors.files.text import stable_id
from connectors.git.ages import first_committed
from connectors.normalize.charset import decode_text
from connectors.normalize.whitespace import clean_characters

MAX_RECORD_BYTES = MIB // 2  # a long one has 30 KB
_SUFFIXES = (".md", ".markdown")
_OVERVIEWS = frozenset({
    "readme", "index", "_index", "toc", "contributing", "changelog", "license", "summary",
    "code_of_conduct", "security", "authors",
})  # fmt: skip

_NOT_A_RECORD = "not a decision record: it has no title, or neither a decision nor a status"


class AdrConnector:
    """Reads what a project wrote down as decided, with its status, options and reasons."""

    kind = "adr"
    source = "file"
    title = "Decision records (ADR)"
    description = "A folder or zip of Markdown decision records, often docs/adr."
    accepts = (".md", ".markdown", ".zip")
    default_visibility = Visibility.SHARED
    ids_hold_by_place = True

    def count(self, path: Path) -> int:
        """How many pages there are. Raises UnreadableSource."""
        with open_bundle(path) as bundle:
            return len(_pages(bundle))

    def read(self, path: Path) -> Iterator[SourceRecord | Refusal]:
        """Every page in order of name. Raises UnreadableSource where there is none."""
        with open_bundle(path) as bundle:
            pages = _pages(bundle)
            ids = {page.name: stable_id(str(page.path.with_suffix(""))) for page in pages}
            reading = _Reading(path, bundle, ids)
            for page in pages:
                yield reading.take(page)


adr = AdrConnector()


def _pages(bundle: Bundle) -> list[Member]:
    pages = [member for member in bundle.members if member.suffix in _SUFFIXES]
    if not pages:
        raise UnreadableSource(
            "There are no decision records in it: give the folder of their Markdown files, often"
            " docs/adr."
        )
    return pages


class _Reading:
    """One pass over a folder. Git is asked for dates once, and only if a record has none."""

    def __init__(self, path: Path, bundle: Bundle, ids: dict[str, str]) -> None:
        self._path = path
        self._bundle = bundle
        self._ids = ids
        self._index = RecordIndex(ids)

    @cached_property
    def _committed(self) -> dict[str, datetime]:
        return first_committed(self._path) if self._path.is_dir() else {}

    def take(self, page: Member) -> SourceRecord | Refusal:
        stem = page.path.stem.lower()
        if stem in _OVERVIEWS or "template" in stem:
            return Refusal(page.name, "an overview or a template, not a decision", skipped=True)
        try:
            raw = read_whole(self._bundle, page, MAX_RECORD_BYTES)
        except MemberError as bad:
            return Refusal(page.name, str(bad))
        document = parse_document(clean_characters(decode_text(raw)))
        if not is_record(document):
            return Refusal(page.name, _NOT_A_RECORD, skipped=True)
        folder = page.path.parent.as_posix()
        file = File(self._ids[page.name], folder, self._container(folder), page.modified)
        record = adr_record(raw, document, file, self._index)
        if record.dated or page.name not in self._committed:
            return record
        return replace(record, occurred_at=self._committed[page.name], dated=True)

    def _container(self, folder: str) -> str:
        return folder if folder != "." else self._path.resolve().name
