"""Digests over REST: previews, subscriptions, what was sent, and stopping it from a mail."""

from datetime import UTC, datetime

import pytest
from django.core import mail, signing
from django.urls import reverse
from rest_framework.test import APIClient

from lifecycle.digests.models import DigestSubscription
from lifecycle.digests.send import send_due
from lifecycle.scheduling.models import Schedule
from tests.api import as_agent, session
from tests.lifecycle.digests.conftest import TOLD_AT

PREVIEW = {"before": "2026-11-23"}


@pytest.fixture
def client(world):
    return session(world, "teammate")


def subscribe(client, **body):
    return client.post(reverse("digest-subscriptions"), body)


def test_a_preview_tells_what_the_reader_may_see(world, client, decide):
    decide("Use Postgres")
    decide("Quietly", "private_owner", visibility="private")
    told = client.get(reverse("digest-preview"), PREVIEW).json()
    assert (told["team"], told["reader"], told["time_zone"]) == ("Lighthouse", "Teammate", "UTC")
    assert (told["first_day"], told["last_day"]) == ("2026-11-16", "2026-11-22")
    (section,) = told["sections"]
    assert (section["part"], section["title"], section["total"]) == ("decided", "Decided", 1)
    assert section["entries"][0]["about"]["title"] == "Use Postgres"
    assert told["rendered"] is None


@pytest.mark.parametrize("rendering", ["text", "html", "slack"])
def test_a_preview_is_rendered_as_asked(client, decide, rendering):
    decide("Use Postgres")
    told = client.get(reverse("digest-preview"), PREVIEW | {"rendering": rendering}).json()
    shown = told["rendered"]
    assert "1 decided" in shown["subject"]
    assert "Use Postgres" in (str(shown["blocks"]) if rendering == "slack" else shown["body"])


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_day_without_others_around_it_is_refused(client, day):
    told = client.get(reverse("digest-preview"), {"before": day})
    assert (told.status_code, "Give a day from" in told.json()["detail"]) == (400, True)


def test_links_lead_to_momo_where_it_has_a_public_address(client, decide, settings):
    settings.MOMO_PUBLIC_URL = "https://momo.example"
    memory_id = decide("Use Postgres", source_url="https://chat.example/1")
    told = client.get(reverse("digest-preview"), PREVIEW).json()
    about = told["sections"][0]["entries"][0]["about"]
    assert about["url"] == f"https://momo.example/decisions/{memory_id}"


def test_a_subscription_is_made_changed_and_removed(client):
    made = subscribe(client, cadence="day", hour=7, time_zone="Asia/Kathmandu")
    assert made.status_code == 201
    assert made.json()["reader"] == "me"
    where = reverse("digest-subscription", kwargs={"subscription_id": made.json()["id"]})
    changed = client.patch(where, {"hour": 9}).json()
    assert (changed["hour"], changed["cadence"]) == (9, "day")
    due = Schedule.objects.get().due_at
    assert (due.hour, due.minute) == (3, 15)  # nine in Kathmandu
    assert client.patch(where, {"active": False}).status_code == 200
    assert Schedule.objects.get().due_at is None
    assert client.delete(where).status_code == 204
    assert not Schedule.objects.exists()
    assert client.get(where).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        {"time_zone": "Mars/Olympus"}, {"hour": 24}, {"weekday": 7}, {"month_day": 31},
        {"cadence": "year"}, {"reader": "team", "slack_webhook": "http://169.254.169.254/"},
    ],
    ids=str,
)  # fmt: skip
def test_what_makes_no_sense_is_refused(world, body):
    assert subscribe(session(world, "owner"), **body).status_code == 400


def test_a_teams_subscription_is_for_its_admins_and_shows_no_webhook(world, client):
    webhook = "https://hooks.slack.com/services/T/B/secret"
    body = {"reader": "team", "slack_webhook": webhook}
    assert subscribe(client, **body).status_code == 403
    made = subscribe(session(world, "owner"), **body)
    assert made.json()["slack"] is True
    assert "secret" not in made.content.decode()
    listed = client.get(reverse("digest-subscriptions")).json()["items"]
    assert [row["id"] for row in listed] == [made.json()["id"]]
    where = reverse("digest-subscription", kwargs={"subscription_id": made.json()["id"]})
    assert client.patch(where, {"hour": 1}).status_code == 403
    assert client.delete(where).status_code == 403


def test_an_agent_has_no_digest_of_its_own(world):
    assert subscribe(as_agent(world)).status_code == 409


def test_what_was_sent_is_listed_for_whom_it_was(world, client, decide):
    decide("Use Postgres")
    made = subscribe(client).json()
    _as_of_before(world, "teammate")
    send_due(TOLD_AT)
    (run,) = client.get(reverse("digests"), {"subscription": made["id"]}).json()["items"]
    assert (run["state"], run["counts"]) == ("sent", {"decided": 1})
    assert session(world, "owner").get(reverse("digests")).json()["items"] == []


def test_it_is_sent_now_where_asked(world, client):
    made = subscribe(client, active=False).json()
    where = reverse("send-digest", kwargs={"subscription_id": made["id"]})
    assert client.post(where).json()["state"] == "sent"
    assert client.post(where).json()["state"] == "sent"
    assert len(mail.outbox) == 1
    other = session(world, "owner")
    assert other.post(where).status_code == 404


def _as_of_before(world, who):
    before = datetime(2026, 11, 17, tzinfo=UTC)
    with world.acting_as(who):
        DigestSubscription.objects.update(created_at=before)
    Schedule.objects.update(slot_at=TOLD_AT, due_at=TOLD_AT)


def _mailed(world, client, decide, settings, **body):
    settings.MOMO_PUBLIC_URL = "https://momo.example"
    decide("Use Postgres")
    made = subscribe(client, **body).json()
    _as_of_before(world, "owner" if body else "teammate")
    send_due(TOLD_AT)
    link = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>")
    return made, link.removeprefix("https://momo.example")


def test_one_click_in_the_mail_stops_it_without_signing_in(world, client, decide, settings):
    made, link = _mailed(world, client, decide, settings)
    anyone = APIClient()
    page = anyone.get(link)
    assert page.status_code == 200
    assert b"<form" in page.content
    where = reverse("digest-subscription", kwargs={"subscription_id": made["id"]})
    assert client.get(where).json()["active"]  # a mail scanner that follows links stops nothing
    form = {"content_type": "application/x-www-form-urlencoded"}
    assert anyone.post(link, "List-Unsubscribe=One-Click", **form).status_code == 200
    assert not client.get(where).json()["active"]
    assert Schedule.objects.get().due_at is None


def test_one_of_several_addresses_is_stopped_alone(world, decide, settings):
    owner = session(world, "owner")
    addresses = ["a@momo.example", "b@momo.example"]
    made, link = _mailed(world, owner, decide, settings, reader="team", addresses=addresses)
    assert APIClient().post(link).status_code == 200
    where = reverse("digest-subscription", kwargs={"subscription_id": made["id"]})
    assert owner.get(where).json()["addresses"] == ["b@momo.example"]
    assert owner.get(where).json()["active"]


def test_a_forged_link_leads_nowhere(world):
    where = reverse("unsubscribe", kwargs={"ticket": "forged"})
    assert APIClient().post(where).status_code == 404


def test_a_link_spells_no_address_and_is_of_one_team(world, client, decide, settings):
    """It is part of a web address, and those are kept in logs."""
    _, link = _mailed(world, client, decide, settings)
    ticket = link.rpartition("/")[2]
    told = signing.loads(ticket, salt="momo.digest.unsubscribe")
    assert "teammate@momo.example" not in str(told)
    told[0] = str(world.other_team.id)
    forged = signing.dumps(told, key="another", salt="momo.digest.unsubscribe", compress=True)
    where = reverse("unsubscribe", kwargs={"ticket": forged})
    assert APIClient().post(where).status_code == 404


def test_a_change_on_top_of_an_unread_one_is_refused(client):
    made = subscribe(client).json()
    address = reverse("digest-subscription", kwargs={"subscription_id": made["id"]})
    etag = client.get(address)["ETag"]
    changed = client.patch(address, {"hour": 9}, headers={"If-Match": etag})
    assert (changed.status_code, changed["ETag"] != etag) == (200, True)
    assert client.patch(address, {"hour": 7}, headers={"If-Match": etag}).status_code == 412
    assert client.delete(address, headers={"If-Match": etag}).status_code == 412
    assert client.patch(address, {"hour": 7}).status_code == 200
