"""What is sent is taken as it is, or refused."""

import pytest

from tests.api import ROOT, session


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("title", 1, "This must be text."),
        ("tags", ["a", 1], "This must be text."),
        ("importance", "0.5", "This must be a number."),
        ("importance", True, "This must be a number."),
        ("due_on", 20260301, "This must be text."),
        ("title", " " * 600, "At most 500 characters."),
        ("plan", "b", "There is no such field."),
    ],
)
def test_json_of_another_type_is_refused(field, value, message, world):
    body = {"title": "Use Postgres", field: value}
    answer = session(world, "owner").post(f"{ROOT}/memories", body)
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert error["field"].partition(".")[0] == field
    assert error["message"].startswith(message)


def test_queries_are_text_and_read_as_what_they_mean(world):
    client = session(world, "owner")
    assert client.get(f"{ROOT}/memories?limit=2&archived=true").status_code == 200
    assert client.get(f"{ROOT}/memories?limit=two").status_code == 400
    assert client.get(f"{ROOT}/memories?limit=2&limit=3").status_code == 400
    assert client.get(f"{ROOT}/memories?tags_any=a&tags_any=b").status_code == 200


def test_an_idempotency_key_that_is_empty_is_none(world):
    client = session(world, "owner")
    for key in ("", "x" * 201):
        answer = client.post(f"{ROOT}/agents", {"name": "bot"}, headers={"Idempotency-Key": key})
        assert answer.status_code == 400
