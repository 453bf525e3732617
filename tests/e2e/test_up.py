"""`momo up`, as a newcomer runs it: its own folder, its own servers, the demo team."""

import subprocess
import sys
import time

import httpx
import pytest

from tests.installation import installed

pytestmark = pytest.mark.xdist_group("up")  # one worker starts it, once


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    with installed(tmp_path_factory.mktemp("momo")) as running:
        yield running


@pytest.fixture
def client(installation):
    """Signed in to the demo team as its owner."""
    email, password = installation.demo_person
    with httpx.Client(base_url=installation.address, timeout=20) as client:
        client.get("/_allauth/browser/v1/config")
        answer = client.post(
            "/_allauth/browser/v1/auth/login",
            json={"email": email, "password": password},
            headers={"X-CSRFToken": client.cookies["csrftoken"]},
        )
        assert answer.status_code == 200, answer.text
        client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
        yield client


def test_it_ends_with_the_address_the_sign_in_and_a_cited_answer(installation):
    assert "momo ask" in installation.output
    assert "[1]" in installation.output


def test_a_question_over_http_is_answered_with_its_source(client):
    answer = client.post("/api/v1/ask", json={"question": "Where do we host, and why not GCP?"})
    assert answer.status_code == 200, answer.text
    assert "AWS" in answer.json()["text"]
    assert answer.json()["citations"]


def test_a_note_that_is_uploaded_is_worked_on_by_a_worker_and_found(client):
    note = b'{"id": "n1", "text": "We decided to use Zanzibar for permissions."}\n'
    run = client.post(
        "/api/v1/sync-runs", data={"kind": "notes"}, files={"file": ("n.jsonl", note)}
    )
    assert run.status_code in (201, 202), run.text
    deadline = time.monotonic() + 30
    while True:
        found = client.post("/api/v1/search", json={"query": "Zanzibar permissions"}).json()
        if any("Zanzibar" in result["title"] for result in found["results"]):
            return
        assert time.monotonic() < deadline, found
        time.sleep(0.3)


def test_a_second_installation_beside_it_keeps_to_itself(installation, tmp_path):
    other = installation.environment | {"MOMO_DATA_DIR": str(tmp_path)}
    teams = subprocess.run(
        [sys.executable, "-m", "momo", "team", "list", "--as", "ines@ottermoor.example",
         "--team", "ottermoor"],
        env=other, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert teams.returncode == 2
    assert "no user" in teams.stderr
