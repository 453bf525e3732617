"""Versions: what was changed meanwhile is not overwritten, what is known is not sent again."""

import pytest

from momo.platform.rest import etags
from tests.api import ROOT, decision, session


@pytest.mark.parametrize(
    ("wanted", "allowed"),
    [("", True), ("*", True), ('"a"', True), ('"b", "a"', True), ('"b"', False), ('W/"a"', False),
     ("a", False)],
)  # fmt: skip
def test_an_if_match_allows_the_version_that_it_names(wanted, allowed):
    assert etags.matches(wanted, '"a"') is allowed


def test_an_etag_tells_versions_apart():
    assert etags.etag_of(1, "a") == etags.etag_of(1, "a") != etags.etag_of(1, "b")


def test_the_version_of_what_can_be_edited_is_not_taken_for_all_that_is_shown(world):
    address = f"{ROOT}/memories/{decision(world, 'owner')}"
    client = session(world, "owner")
    first = client.get(address)
    assert set(first["Cache-Control"].split(", ")) == {"private", "no-store"}
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again["ETag"]) == (200, first["ETag"])


def test_a_list_that_is_as_it_was_is_not_sent_again(world):
    client = session(world, "owner")
    decision(world, "owner", "Use Postgres")
    first = client.get(f"{ROOT}/memories")
    assert first["ETag"].startswith('W/"')
    known = {"If-None-Match": first["ETag"]}
    assert client.get(f"{ROOT}/memories", headers=known).status_code == 304
    decision(world, "owner", "Use Redis")
    assert client.get(f"{ROOT}/memories", headers=known).status_code == 200


def test_answers_are_kept_by_the_asker_alone_and_asked_about_each_time(world):
    kept = session(world, "owner").get(f"{ROOT}/memories")["Cache-Control"]
    assert set(kept.split(", ")) == {"private", "no-cache"}


def test_an_edit_made_from_an_older_version_is_refused(world):
    address = f"{ROOT}/memories/{decision(world, 'owner')}"
    client = session(world, "owner")
    first = client.get(address)["ETag"]
    assert client.patch(address, {"title": "A"}, headers={"If-Match": first}).status_code == 200
    late = client.patch(address, {"title": "B"}, headers={"If-Match": first})
    assert (late.status_code, late.json()["code"]) == (412, "precondition_failed")
