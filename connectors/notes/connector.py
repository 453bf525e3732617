"""Plain notes in JSON Lines: an object with at least `text` on each line."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from connectors.contract import Refusal, SourceRecord, UnreadableSource, Visibility
from connectors.files.archive import STREAMED_FILES
from connectors.files.bundle import open_bundle
from connectors.files.json_input import JsonError, parse
from connectors.files.members import MIB, Bundle, Member, MemberError, count_matches, read_head
from connectors.files.text import decode
from connectors.notes.lines import MAX_LINE_BYTES, lines
from connectors.notes.mapping import Place, note_record

_LINE = re.compile(rb"\S[^\n]*(?:\n|\Z)")
_SUFFIXES = (".jsonl", ".ndjson")
_HEAD_BYTES = 64 * 1024
_LINES_LOOKED_AT = 10  # without one object among them, the file is of another kind
_EXPECTED = 'expected a JSON object such as {"text": "...", "author": "...", "date": "2024-01-31"}'
_TOO_LONG = f"is longer than {MAX_LINE_BYTES // MIB} MiB: split the note"


class NotesConnector:
    """Reads notes, decisions and minutes that someone wrote out of another tool."""

    kind = "notes"
    source = "file"
    title = "Notes (JSON Lines)"
    description = "Notes as JSON Lines: one object with at least a text on each line."
    accepts = (".jsonl", ".ndjson", ".zip")
    default_visibility = Visibility.SHARED
    ids_hold_by_place = True

    def count(self, path: Path) -> int:
        """How many lines to expect. Raises UnreadableSource."""
        with open_bundle(path, STREAMED_FILES) as bundle:
            return sum(count_matches(bundle, file, _LINE) for file in _files(bundle))

    def read(self, path: Path) -> Iterator[SourceRecord | Refusal]:
        """A record or a refusal for every line that is not blank. Raises UnreadableSource."""
        with open_bundle(path, STREAMED_FILES) as bundle:
            for file in _files(bundle):
                try:
                    yield from _read_file(bundle, file)
                except MemberError as bad:
                    yield Refusal(file.name, str(bad))


notes = NotesConnector()


def _files(bundle: Bundle) -> list[Member]:
    """The files of notes: the one given, or all of a folder. Raises UnreadableSource."""
    is_one = len(bundle.members) == 1
    files = [file for file in bundle.members if is_one or file.suffix in _SUFFIXES]
    if not files or not any(_is_notes(bundle, file) for file in files):
        raise UnreadableSource(
            f"There are no notes in it: each line of a .jsonl file is one note, {_EXPECTED}."
            " Save it as UTF-8."
        )
    return files


def _is_notes(bundle: Bundle, file: Member) -> bool:
    """Whether a file may be JSON Lines. A broken line or two do not make it something else."""
    try:
        head = read_head(bundle, file, _HEAD_BYTES)
    except MemberError:
        return True  # the refusal will say what is wrong with it
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, b"[")):
        return False
    first = [line for line in head.split(b"\n") if line.strip()][:_LINES_LOOKED_AT]
    has_object = any(line.lstrip(b"\xef\xbb\xbf \t").startswith(b"{") for line in first)
    return has_object or (len(first) < _LINES_LOOKED_AT and b"\0" not in head)


def _read_file(bundle: Bundle, file: Member) -> Iterator[SourceRecord | Refusal]:
    place = Place("", file.path.stem, file.modified)
    with bundle.open(file) as stream:
        for number, line in enumerate(lines(stream), start=1):
            if line is not None and not line.strip():
                continue
            place = replace(place, locator=f"{file.name}, line {number}")
            taken = _take(line, place)
            if isinstance(taken, SourceRecord):
                place = replace(place, earlier=taken.occurred_at)
            yield taken


def _take(line: bytes | None, place: Place) -> SourceRecord | Refusal:
    if line is None:
        return Refusal(place.locator, _TOO_LONG)
    try:
        note = parse(decode(line))
    except JsonError as bad:
        return Refusal(place.locator, f"{bad}: {_EXPECTED}")
    if not isinstance(note, dict):
        return Refusal(place.locator, f"is not an object: {_EXPECTED}")
    return note_record(note, place)
