"""`momo up`, as a newcomer runs it: its own folder, its own servers, the demo team."""

import os
import re
import signal
import subprocess
import sys
import time

import httpx
import psutil
import pytest

START_SECONDS = 90


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    """A running Momo with nothing but a folder of its own; its address, output and folder."""
    folder = tmp_path_factory.mktemp("momo")
    ours = ("DATABASE_URL", "MOMO_OWNER_DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    env = kept | {"MOMO_DATA_DIR": str(folder), "MOMO_PORT": "8750", "PYTHONUNBUFFERED": "1"}
    log = folder / "up.log"
    with log.open("wb") as out:
        up = subprocess.Popen(
            [sys.executable, "-m", "momo", "up", "--workers", "1"],
            env=env, stdout=out, stderr=out,
        )  # fmt: skip
    try:
        deadline = time.monotonic() + START_SECONDS
        while "Stop with Ctrl-C" not in log.read_text():
            assert up.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.2)
        address = re.search(r"http://127\.0\.0\.1:\d+", log.read_text())
        assert address
        yield address[0], log.read_text(), env
    finally:
        children = psutil.Process(up.pid).children(recursive=True) if up.poll() is None else []
        up.send_signal(signal.SIGINT)
        assert up.wait(timeout=30) == 0
        assert not [c for c in children if c.is_running() and c.status() != psutil.STATUS_ZOMBIE]


@pytest.fixture
def client(installation):
    """Signed in to the demo team as its owner."""
    address, output, _ = installation
    signing_in = re.search(r"Sign in as (\S+) with the password (\S+)", output)
    assert signing_in
    with httpx.Client(base_url=address, timeout=20) as client:
        answer = client.post(
            "/api/v1/auth/sign-in", json={"email": signing_in[1], "password": signing_in[2]}
        )
        assert answer.status_code == 200, answer.text
        client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
        yield client


def test_it_ends_with_the_address_the_sign_in_and_a_cited_answer(installation):
    _, output, _ = installation
    assert "momo ask" in output
    assert "[1]" in output


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
    _, _, env = installation
    other = env | {"MOMO_DATA_DIR": str(tmp_path)}
    teams = subprocess.run(
        [sys.executable, "-m", "momo", "team", "list", "--as", "ines@ottermoor.example",
         "--team", "ottermoor"],
        env=other, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert teams.returncode == 2
    assert "no user" in teams.stderr
