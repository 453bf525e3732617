"""Changing a password, and setting one that is forgotten."""

import re
import subprocess
import sys

import pytest
from django.core import mail

from momo.platform.audit.models import AuditEvent
from momo.platform.vault.envelope import MasterKeys
from tests.conftest import CHECKOUT
from tests.signing_in import PASSWORD, Browser, signed_in

OWNER = "owner@momo.example"
NEW = "another horse, another battery"


def _mailed_key():
    return re.search(r"http://testserver/reset-password#(\S+)", mail.outbox[-1].body)[1]


def _ask_for_reset(email=OWNER):
    answer = Browser().send("auth/password/request", {"email": email})
    assert answer.status_code == 200
    return answer


def _actions(world, action):
    with world.acting_as("owner"):
        return list(AuditEvent.objects.filter(action=action).values_list("subject", flat=True))


def test_changing_the_password_needs_the_present_one_and_ends_other_sessions(world):
    here, elsewhere = signed_in(OWNER), signed_in(OWNER)
    wrong = here.send("account/password/change", {"current_password": "x", "new_password": NEW})
    assert wrong.status_code == 400
    body = {"current_password": PASSWORD, "new_password": NEW}
    assert here.send("account/password/change", body).status_code == 200
    assert (here.me().status_code, elsewhere.me().status_code) == (200, 401)
    assert Browser().sign_in(OWNER, PASSWORD).status_code == 400
    assert signed_in(OWNER, NEW)
    assert "password of your account on Momo was changed" in mail.outbox[-1].body
    assert _actions(world, "member.password_changed") == [str(world.owner.id)]


def test_a_forgotten_password_is_set_anew_by_mail_once(world):
    elsewhere = signed_in(OWNER)
    _ask_for_reset()
    key = _mailed_key()
    reset = Browser().send("auth/password/reset", {"key": key, "password": NEW})
    assert reset.status_code == 401  # set, and nobody is signed in by it
    assert elsewhere.me().status_code == 401
    assert signed_in(OWNER, NEW)
    assert (
        Browser().send("auth/password/reset", {"key": key, "password": PASSWORD}).status_code == 400
    )
    assert _actions(world, "member.password_reset") == [str(world.owner.id)]


def test_a_weak_new_password_is_refused(world):
    _ask_for_reset()
    answer = Browser().send("auth/password/reset", {"key": _mailed_key(), "password": "12345678"})
    assert (answer.status_code, answer.json()["errors"][0]["param"]) == (400, "password")


def test_asking_for_a_reset_tells_nobody_who_has_an_account(world):
    known, unknown = _ask_for_reset(), _ask_for_reset("nobody@momo.example")
    assert known.content == unknown.content
    assert [letter.to for letter in mail.outbox] == [[OWNER], ["nobody@momo.example"]]
    assert "#" not in mail.outbox[1].body


def test_the_link_leads_to_where_momo_says_it_is(world, settings):
    """Not to where the request says: its host is the asker's to choose."""
    settings.HEADLESS_FRONTEND_URLS = settings.HEADLESS_FRONTEND_URLS | {
        "account_reset_password_from_key": "https://momo.example/reset-password#{key}"
    }
    _ask_for_reset()
    assert "https://momo.example/reset-password#" in mail.outbox[-1].body


@pytest.mark.parametrize(
    ("hosts", "address", "starts"),
    [("*", "", False), ("*", "https://momo.example", True), ("momo.example", "", True)],
)
def test_nothing_starts_where_anybody_could_say_where_links_lead(tmp_path, hosts, address, starts):
    given = {
        "MOMO_PRODUCTION": "1", "MOMO_SECRET_KEY": "of a test", "MOMO_DATA_DIR": str(tmp_path),
        "MOMO_MASTER_KEYS": MasterKeys.generate("test"), "MOMO_ALLOWED_HOSTS": hosts,
        "MOMO_PUBLIC_URL": address,
    }  # fmt: skip
    ended = subprocess.run(
        [sys.executable, "-c", "import momo.settings"], env=given, capture_output=True, text=True,
        cwd=CHECKOUT, check=False,
    )  # fmt: skip
    assert (ended.returncode == 0) is starts, ended.stderr
    assert starts or "MOMO_PUBLIC_URL" in ended.stderr
