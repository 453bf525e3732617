"""Notes in JSON Lines as records."""

import contextlib
import json
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from connectors.contract import MediaType, Person, UnreadableSource, Visibility
from connectors.notes.connector import notes


@pytest.fixture
def take(make_folder, read):
    """Reads lines, given as objects or as text."""

    def taken(*lines):
        text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
        return read(notes, make_folder({"log.jsonl": text}) / "log.jsonl")

    return taken


def test_a_note_may_say_all_about_itself(take):
    (record,), _ = take({
        "id": "n1", "text": "We chose Postgres.", "title": "Database", "date": "2024-01-31",
        "author": {"name": "Anna", "email": "anna@example.com", "handle": "anna"},
        "participants": ["Ben <ben@example.com>"], "thread": "db", "url": "https://example.com/1",
        "tags": ["infra"], "visibility": "private",
    })  # fmt: skip
    assert (record.external_id, record.kind, record.title) == ("n1", "note", "Database")
    assert record.raw == b"We chose Postgres."
    assert record.media_type is MediaType.PLAIN
    assert record.occurred_at == datetime(2024, 1, 31, tzinfo=UTC)
    assert record.author == Person("Anna", "anna@example.com", "anna")
    assert record.participants == (Person("Ben", "ben@example.com", role="mentioned"),)
    assert (record.thread_key, record.container, record.tags) == ("db", "log", ("infra",))
    assert record.visibility is Visibility.PRIVATE


@pytest.mark.parametrize(
    ("author", "person"),
    [
        ("Anna Example", Person(name="Anna Example")),
        ("Anna <anna@example.com>", Person("Anna", "anna@example.com")),
        ("anna@example.com", Person(email="anna@example.com")),
        ("@anna", Person(handle="anna")),
    ],
)
def test_an_author_may_be_written_in_any_way(take, author, person):
    (record,), _ = take({"text": "x", "author": author})
    assert record.author == person


def test_text_alone_is_enough_and_gives_a_stable_id(take):
    (record,), _ = take({"text": "We chose Postgres."})
    (again, _), _ = take({"text": "We chose Postgres."}, {"text": "And Redis."})
    assert record.external_id == again.external_id
    assert not record.dated


def test_a_note_without_a_date_takes_the_one_before(take):
    (_, record), _ = take({"text": "x", "date": "2024-01-31"}, {"text": "y"})
    assert record.occurred_at == datetime(2024, 1, 31, tzinfo=UTC)
    assert not record.dated


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{not json", "JSON object"),
        ('"text"', "JSON object"),
        ("[" * 100_000, "JSON object"),
        ({"title": "x"}, '"text"'),
        ({"text": "x", "date": "yesterday"}, '"date"'),
        ({"text": "x", "date": "9999-99-99"}, '"date"'),
        ({"text": "x", "visibility": "restricted"}, '"visibility"'),
        ({"text": "x", "author": 1.5}, '"author"'),
    ],
)
def test_a_bad_line_is_refused_by_number_and_the_rest_is_read(take, line, expected):
    records, (refusal,) = take({"text": "one"}, line, "", {"text": "two"})
    assert [record.raw for record in records] == [b"one", b"two"]
    assert refusal.locator == "log.jsonl, line 2"
    assert expected in refusal.reason
    assert not refusal.skipped


def test_refusals_never_quote(take):
    _, (refusal,) = take('{"text": "secret-word", "date": "secret-word"}')
    assert "secret-word" not in refusal.reason + refusal.locator


def test_characters_that_the_database_cannot_keep_are_dropped(take):
    (record,), _ = take('{"id": "a\\u0000b", "text": "x\\u0000\\ud800y", "title": "\\udfff"}')
    assert (record.external_id, record.raw.decode()) == ("ab", "x\ufffdy")
    record.title.encode()


def test_a_line_too_long_is_refused_and_the_next_one_read(tmp_path, read):
    path = tmp_path / "log.jsonl"
    path.write_text('{"text": "' + "x" * (9 << 20) + '"}\n{"text": "two"}\n')
    (record,), (refusal,) = read(notes, path)
    assert record.raw == b"two"
    assert "8 MiB" in refusal.reason


def test_a_folder_is_read_file_by_file(make_folder, read):
    folder = make_folder({"b.jsonl": '{"text": "b"}', "a.ndjson": '{"text": "a"}', "c.txt": "c"})
    records, _ = read(notes, folder)
    assert [record.raw for record in records] == [b"a", b"b"]
    assert notes.count(folder) == 2


def test_an_empty_file_has_no_notes(take):
    assert take("") == ([], [])


@pytest.mark.parametrize(
    "content", [b'[{"text": "x"}]', b"%PDF\0\1", b"word\n" * 20, b"\xff\xfe{\0"]
)
def test_a_file_of_another_kind_is_unreadable(tmp_path, content):
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(UnreadableSource, match="each line"):
        list(notes.read(path))


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.binary(max_size=30) | st.sampled_from([b'{"text": "x"}', b"\n", b'{"id":'])))
def test_any_bytes_are_read_or_said_to_be_unreadable(tmp_path, parts):
    path = tmp_path / "fuzz.jsonl"
    path.write_bytes(b"".join(parts))
    with contextlib.suppress(UnreadableSource):
        list(notes.read(path))
