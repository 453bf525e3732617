"""What is sent again, and what is not: a write is carried out once."""

import httpx
import pytest

from momo.client import Momo, RateLimited, ServerFailed, UnexpectedAnswer
from tests.api import ROOT

TEAM = {
    "id": "019a9d2e-7c41-7b52-9d36-3f1b6c2a8e70", "name": "bot",
    "created_at": "2026-03-01T00:00:00Z",
}  # fmt: skip


class Flaky(httpx.BaseTransport):
    """Passes requests on to the server, but loses the answers to the first ones."""

    def __init__(self, lost: int) -> None:
        self.lost, self.sent = lost, list[httpx.Request]()
        self._server = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        response = self._server.handle_request(request)
        if len(self.sent) <= self.lost:
            response.close()
            raise httpx.ReadError("lost", request=request)
        return response

    def close(self) -> None:
        self._server.close()


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch):
    monkeypatch.setattr("momo.client.calls.FIRST_PAUSE", 0.0)


def test_a_write_whose_answer_was_lost_is_carried_out_once(server):
    way = Flaky(lost=1)
    with Momo(server.url, server.key(), transport=way) as momo:
        made = momo.create_decision(title="Use Postgres")
        assert [each.id for each in momo.list_decisions()] == [made.id]
    keys = {each.headers["Idempotency-Key"] for each in way.sent if each.method == "POST"}
    assert [each.method for each in way.sent] == ["POST", "POST", "GET"]
    assert len(keys) == 1


def _answering(*answers):
    left, sent = list(answers), []

    def answer(request):
        sent.append(request)
        status, headers = left.pop(0)
        return httpx.Response(status, headers=headers, json=TEAM if status < 300 else {})

    return httpx.MockTransport(answer), sent


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_what_may_be_gone_in_a_moment_is_asked_again(status):
    way, sent = _answering((status, {"Retry-After": "0"}), (200, {}))
    with Momo("http://momo.example", "k", transport=way) as momo:
        assert momo.get_agent(TEAM["id"]).name == "bot"
    assert [each.url.path for each in sent] == [f"{ROOT}/agents/{TEAM['id']}"] * 2


def test_an_error_of_the_server_is_not(server):
    way, sent = _answering((500, {}))
    with Momo("http://momo.example", "k", transport=way) as momo, pytest.raises(ServerFailed):
        momo.get_agent(TEAM["id"])
    assert len(sent) == 1


def test_nobody_waits_for_long_unasked():
    way, sent = _answering((429, {"Retry-After": "600"}))
    with Momo("http://momo.example", "k", transport=way) as momo, pytest.raises(RateLimited) as no:
        momo.get_agent(TEAM["id"])
    assert (no.value.retry_after, len(sent)) == (600, 1)


def test_an_edit_that_has_no_key_is_not_sent_twice():
    way, sent = _answering((503, {}))
    with Momo("http://momo.example", "k", transport=way) as momo, pytest.raises(ServerFailed):
        momo.rename_agent(TEAM["id"], name="other")
    assert len(sent) == 1


def test_an_answer_that_is_none_of_ours_is_unexpected():
    way = httpx.MockTransport(lambda request: httpx.Response(200, text="<html>"))
    with Momo("http://momo.example", "k", transport=way) as momo, pytest.raises(UnexpectedAnswer):
        momo.me()
