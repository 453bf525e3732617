"""JSON from strangers: read piece by piece in bounded memory, with nothing taken for granted."""

import codecs
import json
from collections.abc import Iterator

from connectors.files.members import CHUNK_BYTES, ByteStream
from connectors.files.text import clean

MAX_VALUE_CHARS = 8 << 20  # one message; the longest real ones are a few hundred kilobytes
_SPACE = " \t\r\n"


class JsonError(Exception):
    """The text is not the JSON that was expected. The message never quotes it."""


def parse(text: str) -> object:
    """One JSON value. Raises JsonError, also for numbers and nesting beyond reason."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise JsonError("is not valid JSON") from error


def as_object(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """A string or a whole number as clean text; anything else is empty."""
    if isinstance(value, str):
        return clean(value)
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def objects(value: object) -> list[dict[str, object]]:
    """The objects of a list, leaving out whatever else is in it."""
    return [item for item in as_list(value) if isinstance(item, dict)]


def elements(stream: ByteStream) -> Iterator[object]:
    """The elements of a top-level array, one at a time. Raises JsonError where it breaks."""
    yield from _Window(stream).array()


def head_and_elements(stream: ByteStream, key: str) -> tuple[dict[str, object], Iterator[object]]:
    """A top-level object's members before `key`, and the elements of the array under `key`.

    Raises JsonError, the iterator too, also where there is no such array.
    """
    window = _Window(stream)
    head: dict[str, object] = {}
    window.expect("{")
    while True:
        name = window.value()
        window.expect(":")
        if name == key:
            return head, window.array()
        head[as_text(name)] = window.value()
        window.expect(",")


class _Window:
    """The part of a JSON text that has been read and not yet used."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._scan = json.JSONDecoder().raw_decode
        self._text = ""
        self._at = 0
        self._ended = False

    def array(self) -> Iterator[object]:
        self.expect("[")
        if self._peek() == "]":
            return
        while True:
            yield self.value()
            if self._peek() == "]":
                return
            self.expect(",")

    def expect(self, char: str) -> None:
        if self._peek() != char:
            raise JsonError("is not valid JSON")
        self._at += 1

    def value(self) -> object:
        """The next value. A failed scan may only lack its end, so more is read before giving up."""
        self._peek()
        while True:
            try:
                value, end = self._scan(self._text, self._at)
            except RecursionError as error:
                raise JsonError("is nested too deeply") from error
            except ValueError as error:
                if not self._grow():
                    raise JsonError("is not valid JSON") from error
                continue
            if end < len(self._text) or not self._grow():  # 12 may go on as 123
                self._at = end
                return value

    def _peek(self) -> str:
        while True:
            while self._at < len(self._text) and self._text[self._at] in _SPACE:
                self._at += 1
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._grow():
                return ""

    def _grow(self) -> bool:
        """Read on, at least doubling what is held so that rescans stay linear."""
        held = len(self._text) - self._at
        if self._ended or held > MAX_VALUE_CHARS:
            return False
        chunk = self._stream.read(max(CHUNK_BYTES, held))
        self._ended = not chunk
        self._text = self._text[self._at :] + self._decoder.decode(chunk, final=self._ended)
        self._at = 0
        return True
