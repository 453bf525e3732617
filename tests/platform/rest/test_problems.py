"""Errors in one shape, which never quotes an exception."""

import logging

import pytest
from django.db import DatabaseError
from rest_framework.test import APIClient

from momo.platform.ai import ProviderError, QuotaExceeded
from momo.platform.audit import api as audit_api
from momo.platform.rest.problems import problem_details
from tests.api import ROOT, session, with_key

SECRET_TEXT = "the rival is called Zebra"


def test_an_address_that_is_not_there(db):
    response = APIClient().get("/api/v1/nothing")
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"
    assert response.json() == {
        "type": "about:blank", "title": "Not Found", "status": 404, "code": "not_found",
        "detail": "There is nothing here that you can see.",
    }  # fmt: skip


def test_a_bug_shows_and_logs_where_it_was_and_not_what_it_said(world, monkeypatch, caplog):
    def broken(*_):
        raise DatabaseError(SECRET_TEXT)

    monkeypatch.setattr(audit_api, "first_broken_link", broken)
    with caplog.at_level(logging.ERROR):
        response = session(world, "owner").get(f"{ROOT}/audit/verification")
    assert (response.status_code, response.json()["title"]) == (500, "Internal Server Error")
    assert "DatabaseError in test_a_bug" in caplog.text
    assert SECRET_TEXT not in response.content.decode() + caplog.text


def test_a_bug_undoes_what_the_request_had_done(world, monkeypatch):
    from momo.platform.accounts import serializers

    client = session(world, "owner")
    monkeypatch.setattr(serializers.AgentItem, "data", property(lambda self: 1 / 0))
    assert client.post(f"{ROOT}/agents", {"name": "bot"}).status_code == 500
    monkeypatch.undo()
    assert client.get(f"{ROOT}/agents").json()["items"] == []


@pytest.mark.parametrize("body", ["{", "[1]", '"x"', "[" * 100_000])
def test_a_body_that_cannot_be_read(world, body):
    response = session(world, "owner").generic(
        "POST", f"{ROOT}/decisions", body, content_type="application/json"
    )
    assert response.status_code == 400


@pytest.mark.parametrize("client_of", [session, lambda *who: with_key(*who, "write")])
def test_a_body_that_is_too_large(world, client_of):
    body = f'{{"title": "{"x" * 2**20}"}}'
    response = client_of(world, "owner").generic(
        "POST", f"{ROOT}/decisions", body, content_type="application/json"
    )
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


def test_a_body_of_another_type(world):
    response = session(world, "owner").generic(
        "POST", f"{ROOT}/decisions", "title=x", content_type="text/plain"
    )
    assert response.status_code == 415
    assert response.json()["code"] == "unsupported_media_type"


def test_a_method_that_is_not_there(world):
    assert session(world, "owner").put(f"{ROOT}/memories", {}).json()["status"] == 405


def test_a_model_that_is_away_says_when_to_ask_again():
    response = problem_details(ProviderError("The model is busy.", retry_after=12.4), {})
    assert (response.status_code, response["Retry-After"]) == (503, "12")
    assert problem_details(QuotaExceeded("All used up."), {}).status_code == 429


def test_health_is_open_and_says_nothing(db):
    response = APIClient().get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_health_fails_without_redis(db, without_redis):
    assert APIClient().get("/healthz").status_code == 503


def test_the_description_and_its_page_are_open(db):
    assert APIClient().get("/api/schema/").status_code == 200
    assert b"swagger" in APIClient().get("/api/docs/").content
