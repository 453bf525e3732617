"""Whatever is asked, and however it is filtered: an answer, or what is wrong and with which field.

Never a server's error: the test client does not raise, so a crash is seen as the 500 it would be.
"""

import json
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner
from rest_framework.test import APIClient

from momo.platform.tenancy.models import Visibility
from momo.surfaces.cli.main import run
from tests.api import ROOT, decision, session

ENDPOINTS = {"search": "query", "context": "query", "ask": "question"}
QUERIES = {
    "tsquery operators": "& | ! ( ) <-> <2> :* ':*& \\ postgres:*A",
    "quotes": "' '' \" `` $$ $1 \\' E'\\x27' “postgres”",
    "sql": "'; DROP TABLE decisions_memory; -- ' OR 1=1 UNION SELECT 1",
    "format codes": "%s %(team)s %(f_as_of)s {0} {allowed} ${x} %",
    "control characters": "post\x01gres \x1b[31m \x7f \u0085 \u2028",
    "right to left": "مَا قَاعِدَةُ البَيَانَات؟ \u202epostgres\u202c",
    "combining marks": "e\u0301" + "\u0301" * 900 + " po\u0308stgres",
    "emoji": "🏴󠁧󠁢󠁥󠁮󠁧󠁿 👩‍👩‍👧‍👦 🚢" * 50,
    "no spaces between words": "我们用哪个数据库来记账？" * 50,
    "regular expression": "(a+)+$ " + "a" * 1_000 + "! [a-z]{1,1000}",
    "repeated dates": "before last week after next month " * 100,
    "odd dates": "in March 99999 on 31 February 0000 since 1 January 0001 until 9999-99-99",
    "stop words alone": "what is the and of to it",
    "a name alone": "Owner",
    "a number alone": "0",
    "punctuation alone": "?!… --- ,,, ###",
    "one long word": "x" * 3_900,
    "many words": "word " * 780,
    "an address": "ada@momo.example https://x.example/?q=a&b=%00#c",
    "a very long number": "9" * 3_000,
}
UNSTORABLE = ("postgres\0billing", "\ud800 postgres \udfff")  # by Postgres, or by anyone in UTF-8
EMPTY = ("", " ", "\n\t\u00a0\u2003")


@pytest.fixture
def client(world):
    decision(
        world, "owner", "Use Postgres as the database for billing",
        summary="Postgres is the database for billing.",
    )  # fmt: skip
    decision(world, "private_owner", "Use Redis for billing", visibility=Visibility.PRIVATE)
    return _never_raising(session(world, "teammate"))


@pytest.fixture
def nothing_known(world):
    return _never_raising(session(world, "stranger"))


def _never_raising(client: APIClient) -> APIClient:
    client.raise_request_exception = False
    client.handler.raise_request_exception = False
    return client


def _post(client, endpoint, text, **body):
    # Escaped, as no client can encode a lone surrogate and any can escape one.
    escaped = json.dumps({ENDPOINTS[endpoint]: text} | body, ensure_ascii=True)
    return client.generic("POST", f"{ROOT}/{endpoint}", escaped, content_type="application/json")


def _is_answer(endpoint, response):
    assert response.status_code == 200, response.content[:500]
    assert isinstance(response.json()["results" if endpoint == "search" else "text"], list | str)


def _names_a_field(response, field):
    """A 400 in the one shape of errors, that says of a field what is wrong with it."""
    assert response.status_code == 400, response.content[:500]
    assert response["Content-Type"] == "application/problem+json"
    problem = response.json()
    assert problem["detail"]
    assert field in [error["field"] for error in problem["errors"]], problem["errors"]
    assert all(error["message"] for error in problem["errors"])


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_any_text_is_answered(client, endpoint):
    for text in QUERIES.values():
        _is_answer(endpoint, _post(client, endpoint, text))


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_any_text_is_answered_where_nothing_is_known(nothing_known, endpoint):
    for text in QUERIES.values():
        response = _post(nothing_known, endpoint, text)
        _is_answer(endpoint, response)
        if endpoint == "search":
            assert response.json()["results"] == []


@pytest.mark.parametrize("endpoint", ENDPOINTS)
@pytest.mark.parametrize("text", UNSTORABLE)
def test_characters_that_are_none_are_refused_by_name(client, endpoint, text):
    _names_a_field(_post(client, endpoint, text), ENDPOINTS[endpoint])
    _names_a_field(
        _post(client, endpoint, "billing", filters={"people": [text]}), "filters.people.0"
    )


@pytest.mark.parametrize("text", EMPTY)
def test_an_empty_query_lists_the_newest_and_an_empty_question_is_refused(client, text):
    for endpoint in ("search", "context"):
        response = _post(client, endpoint, text)
        _is_answer(endpoint, response)
        assert "Use Postgres" in response.content.decode()
    _names_a_field(_post(client, "ask", text), "question")


@pytest.mark.parametrize("endpoint", ENDPOINTS)
@pytest.mark.parametrize("text", ["a" * 100_000, "word " * 20_000, "\u0301" * 100_000])
def test_a_hundred_kilobytes_are_refused_by_name(client, endpoint, text):
    _names_a_field(_post(client, endpoint, text), ENDPOINTS[endpoint])


@pytest.mark.parametrize("endpoint", ENDPOINTS)
@pytest.mark.parametrize("value", [None, 7, 1.5, True, [], ["postgres"], {"text": "postgres"}])
def test_what_is_not_text_is_refused_by_name(client, endpoint, value):
    _names_a_field(_post(client, endpoint, value), ENDPOINTS[endpoint])


@pytest.mark.parametrize("endpoint", ENDPOINTS)
@pytest.mark.parametrize("body", ["", "{", "[]", "null", '"postgres"', "\x00", "[" * 5_000, "NaN"])
def test_a_body_that_is_no_object_is_refused(client, endpoint, body):
    response = client.generic("POST", f"{ROOT}/{endpoint}", body, content_type="application/json")
    assert response.status_code == 400
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["detail"]


WRONG_FILTERS = {
    "an unknown filter": ({"colour": "red"}, "filters.colour"),
    "one named like a method": ({"__class__": []}, "filters.__class__"),
    "no object": (["kinds"], "filters"),
    "null": (None, "filters"),
    "a text for a list": ({"kinds": "decision"}, "filters.kinds"),
    "an object for a list": ({"tags_any": {"0": "db"}}, "filters.tags_any"),
    "an unknown kind": ({"kinds": ["poem"]}, "filters.kinds.0"),
    "an unknown status": ({"statuses": ["decided", "DECIDED"]}, "filters.statuses.1"),
    "an unknown type": ({"decision_types": [None]}, "filters.decision_types.0"),
    "an unknown visibility": ({"visibility": ["public"]}, "filters.visibility.0"),
    "an object for a name": ({"people": [{"name": "Ada"}]}, "filters.people.0"),
    "an empty name": ({"people": [""]}, "filters.people.0"),
    "a list that is huge": ({"tags_all": ["x"] * 10_000}, "filters.tags_all"),
    "a name that is huge": ({"entities": ["x" * 100_000]}, "filters.entities.0"),
    "no date": ({"since": "last week"}, "filters.since"),
    "a date that is none": ({"until": "2026-02-30T00:00:00Z"}, "filters.until"),
    "a number for a date": ({"as_of": 1_700_000_000}, "filters.as_of"),
    "a year beyond all": ({"as_of": "99999-01-01T00:00:00Z"}, "filters.as_of"),
    "a time that no zone has": ({"since": "0001-01-01T00:00:00+14:00"}, "filters.since"),
    "no truth value": ({"include_reversed": "perhaps"}, "filters.include_reversed"),
}


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_a_wrong_filter_is_named(client, endpoint):
    for filters, field in WRONG_FILTERS.values():
        _names_a_field(_post(client, endpoint, "billing", filters=filters), field)


RIGHT_FILTERS = {
    "none": {},
    "empty lists": {"kinds": [], "people": [], "tags_none": [], "sources": []},
    "a naive date": {"since": "2001-01-01T00:00:00", "until": "9000-01-01T00:00:00"},
    "the first and the last day": {
        "since": "0001-01-01T00:00:00Z",
        "until": "9999-12-31T23:59:59Z",
        "as_of": "9999-12-31T23:59:59.999999Z",
    },
    "a contradiction": {"since": "9999-01-01T00:00:00Z", "until": "0001-01-01T00:00:00Z"},
    "before everything": {"as_of": "0001-01-01T00:00:00Z"},
    "long lists": {"tags_any": ["x" * 300] * 50, "people": ["Ada"] * 50},
    "hostile names": {
        name: ["'; --", "%s %(team)s", "{}", "\\", "🚢", "مرحبا", "e\u0301" * 100, "*"]
        for name in ("people", "entities", "sources", "tags_all", "tags_any", "tags_none")
    },
    "everything asked for": {
        f"include_{what}": True for what in ("superseded", "reversed", "archived", "secret")
    },
}


@pytest.mark.parametrize("endpoint", ENDPOINTS)
@pytest.mark.parametrize("text", ["Which database for billing last week?", "postgres"])
def test_a_right_filter_is_answered_however_odd_it_is(client, endpoint, text):
    for filters in RIGHT_FILTERS.values():
        _is_answer(endpoint, _post(client, endpoint, text, filters=filters))


@pytest.mark.parametrize("words", ["yesterday", "last week", "last quarter", "in March", "in 2025"])
@pytest.mark.parametrize("day", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_times_in_words_are_understood_at_either_end_of_the_calendar(client, words, day):
    text = f"What did we decide {words}?"
    _is_answer("search", _post(client, "search", text, filters={"as_of": day}))


@pytest.mark.parametrize("words", ["in December", "on 31 December", "in January"])
@pytest.mark.parametrize("year", [1, 9999])
def test_what_is_dated_at_either_end_of_the_calendar_stops_no_question(client, world, words, year):
    decision(world, "owner", "Postgres", decided_at=datetime(year, 12, 31, 10, tzinfo=UTC))
    for endpoint in ENDPOINTS:
        _is_answer(endpoint, _post(client, endpoint, f"What did we say of postgres {words}?"))


@pytest.mark.parametrize(
    ("endpoint", "field", "values"),
    [
        ("search", "limit", [0, -1, 101, 10**30, "many", None, [10], 1.5]),
        ("context", "limit", [0, -1, 101, 10**30]),
        ("context", "max_tokens", [-5, 10**9, "4k", None]),
        ("search", "explain", ["perhaps", 7, None]),
        ("search", "graph", ["deep", 1, None, ["off"]]),
        ("search", "backend", ["deep", 1, None, ["hybrid"]]),
        ("context", "format", ["poem", 1, None]),
        ("context", "max_bytes", [-1, "8k", 10**12]),
        ("search", "colour", ["red"]),
        ("ask", "limit", [5]),
    ],
)
def test_an_option_out_of_bounds_is_named(client, endpoint, field, values):
    for value in values:
        _names_a_field(_post(client, endpoint, "billing", **{field: value}), field)


def test_what_is_refused_is_not_told_back(client):
    said = json.dumps(_post(client, "search", "my salary " * 1_000).json())
    assert "salary" not in said


def test_an_answer_in_events_takes_any_text_too(client):
    for text in QUERIES.values():
        response = client.post(
            f"{ROOT}/ask", {"question": text}, headers={"Accept": "text/event-stream"}
        )
        assert response.status_code == 200
        assert b"event: problem" not in response.getvalue()


@pytest.fixture
def momo(world):
    """The command line as the teammate; what it does with an exception of its own is seen."""
    decision(world, "owner", "Use Postgres as the database for billing")

    def call(*arguments):
        env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": world.teammate.email}
        return CliRunner().invoke(run, list(arguments), env=env)

    return call


@pytest.mark.parametrize("command", ["search", "context", "ask"])
def test_the_command_line_takes_any_text(momo, command):
    for text in (*QUERIES.values(), *UNSTORABLE, "a" * 100_000):
        for form in ((), ("--json",)):
            done = momo(command, *form, "--", text)
            assert (done.exit_code, done.exception) == (0, None), (text[:60], done.output)


@pytest.mark.parametrize("command", ["search", "context", "ask"])
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--type", "poem"), ("--status", "maybe"), ("--since", "last week"),
        ("--until", "2026-02-30"), ("--as-of", "99999-01-01"), ("--colour", "red"),
    ],
)  # fmt: skip
def test_the_command_line_names_a_wrong_option(momo, command, option, value):
    done = momo(command, option, value, "billing")
    assert done.exit_code == 2
    assert option in done.output


@pytest.mark.parametrize("limit", ["0", "-1", "101", "9" * 30, "many", ""])
def test_the_command_line_names_a_limit_out_of_bounds(momo, limit):
    done = momo("search", "--limit", limit, "billing")
    assert done.exit_code == 2
    assert "--limit" in done.output


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_command_line_takes_either_end_of_the_calendar(momo, day):
    for option in ("--since", "--until", "--as-of"):
        done = momo("search", option, day, "What did we decide last week on billing?")
        assert (done.exit_code, done.exception) == (0, None), done.output


def test_the_command_line_says_when_nothing_is_found(world):
    env = {"MOMO_TEAM": world.other_team.slug, "MOMO_USER": world.stranger.email}
    done = CliRunner().invoke(run, ["search", "billing"], env=env)
    assert (done.exit_code, done.output.strip()) == (0, "Nothing found.")
