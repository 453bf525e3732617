"""The sessions of a person: listed, and ended from another."""

from django.contrib.sessions.models import Session

from tests.signing_in import signed_in

OWNER = "owner@momo.example"


def _sessions(browser):
    return browser.get("auth/sessions").json()["data"]


def test_a_person_sees_their_own_sessions_alone_and_ends_one(world):
    here, elsewhere, other = signed_in(OWNER), signed_in(OWNER), signed_in("teammate@momo.example")
    mine = _sessions(here)
    assert [session["is_current"] for session in mine].count(True) == 1
    assert len(mine) == 2
    ended = [session["id"] for session in mine if not session["is_current"]]
    left = here.send("auth/sessions", {"sessions": ended}, method="delete")
    assert [session["is_current"] for session in left.json()["data"]] == [True]
    assert (here.me().status_code, elsewhere.me().status_code) == (200, 401)
    assert len(_sessions(other)) == 1


def test_nobody_ends_the_session_of_another(world):
    here, other = signed_in(OWNER), signed_in("teammate@momo.example")
    theirs = [session["id"] for session in _sessions(other)]
    assert here.send("auth/sessions", {"sessions": theirs}, method="delete").status_code == 400
    assert other.me().status_code == 200


def test_a_session_is_sealed_at_rest(world):
    browser = signed_in(OWNER)
    row = Session.objects.get(session_key=browser.cookies["sessionid"].value)
    assert row.get_decoded()["momo_team"] == str(world.team.id)
    assert str(world.team.id) not in row.session_data


def test_a_session_that_does_not_open_is_an_empty_one(world):
    browser = signed_in(OWNER)
    Session.objects.update(session_data="tampered:with:it")
    assert browser.me().status_code == 401
