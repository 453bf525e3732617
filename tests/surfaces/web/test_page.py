"""The page that Django serves: the same for every address, and nothing of anybody in it."""

import re

import pytest

from momo.surfaces.web import built

POLICY = {
    "default-src": "'none'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


def policy_of(answer):
    parts = answer["Content-Security-Policy"].split("; ")
    return dict(part.split(" ", 1) for part in parts)


@pytest.mark.parametrize("path", ["/", "/ask", "/decisions/0198", "/sign-in", "/what?ever=1"])
def test_every_address_of_the_client_is_answered_with_its_page(visitor, assets, path):
    answer = visitor.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/html; charset=utf-8")
    page = answer.content.decode()
    assert f'<script type="module" src="/static/{assets.script}"></script>' in page
    for style in assets.styles:
        assert f'<link rel="stylesheet" href="/static/{style}">' in page


def test_its_nonce_is_another_one_each_time_and_the_policy_names_it(visitor, assets):
    answers = [visitor.get("/"), visitor.get("/")]
    nonces = [re.search(r'<script nonce="([^"]+)">', a.content.decode())[1] for a in answers]
    assert nonces[0] != nonces[1]
    for answer, nonce in zip(answers, nonces, strict=True):
        assert policy_of(answer) == POLICY | {
            "script-src": f"'self' 'nonce-{nonce}'",
            "style-src": f"'self' 'nonce-{nonce}'",
        }


def test_every_script_in_it_is_a_file_of_ours_or_carries_the_nonce(visitor, assets):
    page = visitor.get("/").content.decode()
    for attributes in re.findall(r"<script([^>]*)>", page):
        assert " nonce=" in attributes or ' src="/static/' in attributes
    without = re.sub(r'nonce="[^"]+"', "", page)  # whose letters may be any
    assert not re.search(r"<style|\son\w+=|style=|javascript:|//\w", without)


def test_it_may_be_neither_framed_nor_kept(visitor, assets):
    answer = visitor.get("/ask")
    assert answer["X-Frame-Options"] == "DENY"
    assert {"no-store", "private"} <= set(answer["Cache-Control"].split(", "))
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_it_hands_out_the_token_that_a_write_sends_back(visitor, assets):
    cookie = visitor.get("/").cookies["csrftoken"]
    assert (cookie["samesite"], cookie["httponly"]) == ("Lax", "")  # the client reads it


def test_a_head_request_has_no_body(visitor, assets):
    answer = visitor.head("/ask")
    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_it_takes_no_writes(assets, client, method):
    assert getattr(client, method)("/ask").status_code == 405


@pytest.mark.parametrize("path", ["/api/v1/nowhere", "/api/v2/auth/me", "/_allauth/nowhere"])
def test_an_unknown_address_of_the_api_stays_a_problem_for_programs(visitor, path):
    answer = visitor.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


@pytest.mark.parametrize("path", ["/static/web/assets/main-ABCDEFGH.js", "/static/../manage.py"])
def test_an_unknown_file_is_no_page(visitor, path):
    assert visitor.get(path).status_code == 404


def test_an_unbuilt_client_says_what_to_do(visitor, tmp_path, monkeypatch):
    monkeypatch.setattr(built, "BUILT", tmp_path)
    built.assets.cache_clear()
    try:
        answer = visitor.get("/")
    finally:
        built.assets.cache_clear()
    assert (answer.status_code, answer.content) == (
        503, b"The web client is not built. Run: make web",
    )  # fmt: skip
