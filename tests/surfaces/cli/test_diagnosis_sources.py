"""What `momo doctor` says of live sources."""

import pytest
from celery import current_app

from connectors.live import gateways
from momo.surfaces.cli import diagnosis_sources

DISCORD = {
    f"MOMO_APP_DISCORD_{name}": "set" for name in ("CLIENT_ID", "CLIENT_SECRET", "BOT_TOKEN")
}


@pytest.fixture
def answering(monkeypatch):
    """Says which queues the workers take from that are running."""

    class Workers:
        queues: tuple[str, ...] = ()

        def active_queues(self):
            return {f"{name}@here": [{"name": name}] for name in self.queues} or None

    workers = Workers()
    monkeypatch.setattr(current_app.control, "inspect", lambda timeout: workers)
    return workers


def found(findings):
    return {each.what: (each.ok, each.found) for each in findings}


def test_a_source_of_which_nothing_is_set_is_no_problem(settings):
    settings.MOMO_APPS = {}
    assert found(diagnosis_sources.sources())["Slack"] == (True, "not set up")


def test_a_source_that_is_set_in_part_is_one(settings):
    settings.MOMO_APPS = {"MOMO_APP_SLACK_CLIENT_ID": "1"}
    ok, lacks = found(diagnosis_sources.sources())["Slack"]
    assert not ok
    assert "MOMO_APP_SLACK_SIGNING_SECRET" in lacks
    assert "MOMO_APP_SLACK_CLIENT_ID" not in lacks


@pytest.mark.parametrize(
    ("url", "production", "ok"),
    [
        ("", False, True),
        ("", True, False),
        ("http://momo.example", False, False),
        ("https://momo.example", True, True),
    ],
)
def test_services_need_an_address_of_https(settings, url, production, ok):
    settings.MOMO_APPS = DISCORD
    settings.MOMO_PUBLIC_URL, settings.PRODUCTION = url, production
    assert found(diagnosis_sources.sources())["public address"][0] == ok


def test_a_machine_on_which_nothing_runs_yet_is_in_order(settings, answering):
    settings.MOMO_APPS = DISCORD
    assert found(diagnosis_sources.workers()) == {
        "workers": (True, "none runs: momo up starts them")
    }


def test_a_queue_without_a_worker_is_told(settings, answering):
    settings.MOMO_APPS = {}
    answering.queues = ("realtime", "backfill")
    assert found(diagnosis_sources.workers()) == {"workers": (False, "none takes from sync")}


def test_a_gateway_that_is_wanted_and_does_not_run_is_told(committed, settings, answering):
    settings.MOMO_APPS = DISCORD
    answering.queues = ("realtime", "backfill", "sync")
    assert found(diagnosis_sources.workers())["gateway"] == (False, "does not run")
    lock = gateways.Lock()
    assert lock.take()
    assert found(diagnosis_sources.workers())["gateway"] == (True, "listens to Discord")
    lock.close()
