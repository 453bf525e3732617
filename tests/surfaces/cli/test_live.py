"""Live sources from the command line."""

import json

import click
import pytest
from click.testing import CliRunner
from django.test import Client
from lxml import html

from connectors.live import authorizing
from momo.surfaces.cli import live as live_demo
from momo.surfaces.cli import running
from momo.surfaces.cli.main import run
from tests.api import ROOT, session
from tests.connectors.live.harness import allow
from tests.connectors.live.toy.connector import toy
from tests.connectors.live.toy.fake import FakeToy

BACK = "http://127.0.0.1:8000/"


@pytest.fixture
def fake():
    with FakeToy() as service:
        yield service


@pytest.fixture
def momo(live, fake, monkeypatch):
    """Runs a command as somebody, with the toy source set up."""
    live.use(toy, fake)
    monkeypatch.setattr("tests.connectors.live.harness.CALLBACK", BACK)

    def call(*arguments, who="owner", answer="", ok=True):
        team = live.world.other_team if who == "stranger" else live.world.team
        env = {"MOMO_TEAM": team.slug, "MOMO_USER": getattr(live.world, who).email}
        done = CliRunner().invoke(run, [str(a) for a in arguments], env=env, input=answer)
        assert (done.exit_code == 0) == ok, done.output
        return done.output

    return call


@pytest.fixture
def connected(momo, live, fake):
    live.connect(toy, fake)
    return momo


def _allow_when_asked(monkeypatch, browser=None):
    """Whoever is asked for the code has gone to the address first."""
    begun = []
    begin = authorizing.begin
    monkeypatch.setattr(
        authorizing, "begin", lambda *a, **how: begun.append(begin(*a, **how)) or begun[0]
    )

    def prompt(*_, **__):
        page = (browser or Client()).get(f"{ROOT}/connectors/toy/callback", allow(begun[0].url))
        return html.fromstring(page.content).findtext(".//strong") or ""

    monkeypatch.setattr(click, "prompt", prompt)


def test_what_can_be_connected_is_listed_with_what_is_missing(momo):
    shown = momo("connect")
    assert "toy" in shown
    assert "MOMO_APP_SLACK_CLIENT_ID" in shown


def test_a_source_is_connected_with_the_code_of_the_page(momo, monkeypatch):
    _allow_when_asked(monkeypatch)
    assert "Connected" in momo("connect", "toy")
    assert "connected" in momo("connections")


def test_where_the_browser_has_finished_it_enter_is_enough(momo, live, monkeypatch):
    _allow_when_asked(monkeypatch, session(live.world, "owner"))
    assert "Finished in the browser" in momo("connect", "toy")


def test_nothing_allowed_is_told(momo):
    assert "Nothing was allowed yet" in momo("connect", "toy", answer="\n", ok=False)


def test_the_way_back_leads_to_where_momo_runs(momo, settings, tmp_path):
    settings.RUNNING_AT = tmp_path / "running-at"
    with running.noted(8123):
        assert "127.0.0.1%3A8123%2F" in momo("connect", "toy", answer="\n", ok=False)
        settings.MOMO_PUBLIC_URL = "https://momo.example"
        assert "momo.example%2F" in momo("connect", "toy", answer="\n", ok=False)
    settings.MOMO_PUBLIC_URL = ""
    assert "127.0.0.1%3A8000%2F" in momo("connect", "toy", answer="\n", ok=False)


def test_a_person_says_who_they_are_there(momo, monkeypatch):
    _allow_when_asked(monkeypatch)
    momo("connect", "toy", "--link", who="teammate")
    assert "none" in momo("connections", who="teammate")


def test_an_unknown_source_is_told(momo):
    assert "There is no source 'teletext'" in momo("connect", "teletext", ok=False)


def test_connections_say_what_to_do_next(connected, live, fake):
    fake.do_revoke_token()
    live.settle()
    (row,) = json.loads(connected("connections", "--json"))
    assert row["connection"]["state"] == "needs_attention"
    assert row["connection"]["next_step"].startswith("Connect it again")


def test_sync_waits_until_all_is_worked_through(connected, live, fake):
    fake.do_message("We decided to use Redis.")
    assert "1 read of 1, 0 still to be worked through" in connected("sync", "toy", "--wait")
    (decision,) = live.decisions()
    assert "Redis" in decision.title


def test_sync_without_a_name_leaves_out_what_others_manage(connected):
    assert "toy Acme: connected" in connected("sync")
    assert "owners and admins sync" in connected("sync", who="teammate", ok=False)
    assert "nothing to sync" in connected("sync", who="stranger", ok=False)
    assert "admins can do that" in connected("sync", "toy", who="teammate", ok=False)


def test_what_is_collected_is_chosen_by_name(connected, live, fake):
    fake.do_room("random")
    fake.do_message("We decided to use Redis.", room="random")
    fake.do_message("We decided to use Postgres.")
    assert "random" in connected("choose", "toy")
    connected("choose", "toy", "#General")
    connected("sync", "--wait")
    assert list(live.items()) == ["m2"]
    assert "There is none called 'nowhere'" in connected("choose", "toy", "nowhere", ok=False)
    connected("choose", "toy", "--all")
    connected("sync", "--wait")
    assert sorted(live.items()) == ["m1", "m2"]


def test_disconnected_it_keeps_or_erases_what_it_gave(connected, live, fake):
    fake.do_message("We decided to use Redis.")
    connected("sync", "--wait")
    assert "--keep or --erase" in connected("disconnect", "toy", ok=False)
    connected("disconnect", "Acme", "--keep")
    assert list(live.items()) == ["m1"]
    assert "1 items erased" in connected("disconnect", "toy", "--erase", "--yes")
    assert not live.items()


def test_others_sources_are_not_there(connected, live, fake):
    for command in (["sync", "toy"], ["choose", "toy"], ["disconnect", "toy", "--erase", "--yes"]):
        assert "There is no source" in connected(*command, who="stranger", ok=False)
    assert "none" in connected("connections", who="stranger")


def test_without_a_source_that_has_one_no_gateway_runs(momo):
    assert "No source that has a gateway" in momo("gateway", ok=False)


def test_services_that_are_not_played_any_more_are_forgotten(settings, tmp_path):
    settings.PLAYED_SERVICES = tmp_path / "played.json"
    played = {"MOMO_APP_SLACK_API_URL": "http://127.0.0.1:9"}
    settings.PLAYED_SERVICES.write_text(json.dumps(played))
    settings.MOMO_APPS = played | {"MOMO_APP_GMAIL_TOPIC": "mine"}
    live_demo.forget_services()
    assert settings.MOMO_APPS == {"MOMO_APP_GMAIL_TOPIC": "mine"}
    assert not settings.PLAYED_SERVICES.exists()


def test_on_a_server_no_services_are_played(settings):
    settings.PRODUCTION = True
    done = CliRunner().invoke(run, ["up", "--live-demo"])
    assert "one's own machine only" in done.output
