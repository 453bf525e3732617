"""Invitations by mail: sent outside of any transaction, shown once, renewed."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from momo.platform.accounts import invitations, services
from momo.platform.accounts.models import Invitation
from momo.platform.audit.models import AuditEvent
from momo.platform.rest.throttles import LetterThrottle
from tests.api import ROOT, session, with_key

NEW = "new@momo.example"


@pytest.fixture
def owner(world):
    return session(world, "owner")


def _invite(owner, **fields):
    return owner.post(f"{ROOT}/invitations", {"email": NEW} | fields)


def _show(token):
    return APIClient(REMOTE_ADDR="2001:db8::7").post(f"{ROOT}/invitations/show", {"token": token})


def test_the_invited_are_mailed_a_link_to_the_page(owner):
    made = _invite(owner).json()
    assert (made["mailed"], made["problem"]) == (True, "")
    (letter,) = mail.outbox
    assert letter.to == [NEW]
    assert letter.subject == "Owner invites you to Lighthouse on Momo"
    html, _ = letter.alternatives[0]
    for text in (letter.body, html):
        assert re.search(r"http://testserver/join#inv_[\w-]+\.[\w-]+", text)
        assert made["token"] in text
    assert not re.search(r"src=|<link|@import|url\(", html)
    assert made["link"] == f"http://testserver/join#{made['token']}"


def test_nobody_has_any_number_of_mails_sent(owner, monkeypatch):
    monkeypatch.setattr(LetterThrottle, "rate", "2/hour", raising=False)
    made = _invite(owner).json()
    assert owner.post(f"{ROOT}/invitations/{made['id']}/resend").status_code == 200
    refused = _invite(owner, email="other@momo.example")
    assert (refused.status_code, len(mail.outbox)) == (429, 2)
    assert owner.get(f"{ROOT}/invitations").status_code == 200


def test_what_a_team_is_called_stays_text_in_the_mail(owner, world):
    owner.patch(f"{ROOT}/teams/{world.team.id}", {"name": "<b>Otters</b>\n& friends"})
    _invite(owner)
    html, _ = mail.outbox[0].alternatives[0]
    assert "<b>Otters" not in html
    assert "&lt;b&gt;Otters" in html
    assert "\n" not in mail.outbox[0].subject


def test_the_link_leads_to_where_momo_says_it_is(owner, settings):
    settings.MOMO_PUBLIC_URL = "https://momo.example"
    assert _invite(owner).json()["link"].startswith("https://momo.example/join#inv_")


def test_a_mail_that_cannot_be_sent_is_told_and_the_link_shown_anyway(owner, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = ""
    made = _invite(owner)
    assert made.status_code == 201
    assert (made.json()["mailed"], "MOMO_MAIL_HOST" in made.json()["problem"]) == (False, True)
    assert _show(made.json()["token"]).status_code == 200


class NotingBackend(BaseEmailBackend):
    """Notes whether a transaction was open while a mail was sent."""

    open_transactions: list[bool] = []

    def send_messages(self, messages):
        self.open_transactions.append(connection.in_atomic_block)
        return len(messages)


def test_no_transaction_waits_for_the_mail_server(committed_world, settings):
    settings.EMAIL_BACKEND = f"{__name__}.NotingBackend"
    NotingBackend.open_transactions.clear()
    owner = session(committed_world, "owner")
    assert _invite(owner).json()["mailed"]
    (row,) = owner.get(f"{ROOT}/invitations").json()["items"]
    assert owner.post(f"{ROOT}/invitations/{row['id']}/resend").json()["mailed"]
    assert NotingBackend.open_transactions == [False, False]


def test_whoever_has_the_token_reads_what_it_says(owner):
    made = _invite(owner, role="admin").json()
    for token in (made["token"], re.search(r"#(\S+)", mail.outbox[0].body)[1]):
        shown = _show(token).json()
        assert (shown["team"], shown["email"], shown["role"]) == ("Lighthouse", NEW, "admin")
    assert set(shown) == {"team", "email", "role", "expires_at"}


def test_a_used_an_expired_and_an_unknown_one_say_the_same(owner, world):
    used = _invite(owner).json()["token"]
    services.accept_invitation(user=services.create_user(email=NEW, password=None), token=used)
    expired = _invite(owner, email="other@momo.example").json()["token"]
    with world.acting_as("owner"):
        Invitation.objects.filter(email="other@momo.example").update(
            expires_at=timezone.now() - timedelta(days=1)
        )
    answers = [_show(token) for token in (used, expired, "inv_x", "x.y.z")]
    assert [answer.status_code for answer in answers] == [404] * 4
    assert len({answer.content for answer in answers}) == 1


def test_resending_renews_it_and_voids_the_former_link(owner, world):
    former = _invite(owner).json()
    again = owner.post(f"{ROOT}/invitations/{former['id']}/resend")
    assert again.status_code == 200
    assert (_show(former["token"]).status_code, _show(again.json()["token"]).status_code) == (
        404, 200,
    )  # fmt: skip
    assert [letter.to for letter in mail.outbox] == [[NEW], [NEW]]
    assert len(owner.get(f"{ROOT}/invitations").json()["items"]) == 1
    with world.acting_as("owner"):
        assert AuditEvent.objects.filter(action="invitation.resent").count() == 1


def test_an_accepted_one_is_not_resent(owner):
    made = _invite(owner).json()
    services.accept_invitation(
        user=services.create_user(email=NEW, password=None), token=made["token"]
    )
    assert owner.post(f"{ROOT}/invitations/{made['id']}/resend").status_code == 404


def test_only_owners_resend_an_owners_invitation(owner, world):
    made = _invite(owner, role="owner").json()
    owner.patch(f"{ROOT}/members/{world.teammate.id}", {"role": "admin"})
    address = f"{ROOT}/invitations/{made['id']}/resend"
    assert session(world, "teammate").post(address).status_code == 403
    assert session(world, "private_owner").post(address).status_code == 403
    assert with_key(world, "owner", "read", "write").post(address).status_code == 403
    assert len(mail.outbox) == 1


def test_accepting_puts_the_session_into_the_team(owner):
    made = _invite(owner).json()
    client = APIClient()
    client.force_login(services.create_user(email=NEW, password=None))
    client.post(f"{ROOT}/invitations/accept", {"token": made["token"]})
    assert client.get(f"{ROOT}/auth/me").json()["team"]["slug"] == "lighthouse"


def test_a_signature_is_of_its_own_token(owner):
    first, second = _invite(owner).json(), _invite(owner, email="b@momo.example").json()
    signature = re.search(r"#inv_[\w-]+\.(\S+)", mail.outbox[0].body)[1]
    assert invitations.was_mailed(f"{first['token']}.{signature}")
    assert not invitations.was_mailed(f"{second['token']}.{signature}")
