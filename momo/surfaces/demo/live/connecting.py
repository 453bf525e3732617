"""Connecting the demo team to the fakes: signed in to Momo, and through their consent pages, as a
person does it in a browser."""

from collections.abc import Iterator

import httpx2
from lxml import html

from connectors.registry import LIVE_CONNECTORS
from momo.surfaces.demo.load import Demo

API = "/api/v1"
SIGN_IN = "/_allauth/browser/v1"
TIMEOUT_SECONDS = 30.0
MAX_PAGES = 10  # from the beginning to the way back; a consent has two or three


class NotConnected(Exception):
    """A service did not send the browser back as it should."""


def connect_all(momo: str, demo: Demo) -> Iterator[tuple[str, str]]:
    """Connect every source. Gives each kind with what the last page says. Raises NotConnected."""
    with httpx2.Client(base_url=momo, timeout=TIMEOUT_SECONDS) as browser:
        browser.get(f"{SIGN_IN}/config")  # sets the cookie that writes send back
        _ask(browser, f"{SIGN_IN}/auth/login", {"email": demo.email, "password": demo.password})
        for kind in LIVE_CONNECTORS:
            url = _ask(browser, f"{API}/connectors/{kind}/authorizations", {})["url"]
            yield kind, _walk(browser, url, until=f"{momo}{API}/connectors/{kind}/callback")


def _ask(browser: httpx2.Client, path: str, body: dict[str, str]) -> dict[str, str]:
    token = browser.cookies.get("csrftoken", default="")
    answer = browser.post(path, json=body, headers={"X-CSRFToken": token or ""})
    if answer.is_error:
        raise NotConnected(f"{path} answers {answer.status_code}: {answer.text[:200]}")
    given: dict[str, str] = answer.json()
    return given


def _walk(browser: httpx2.Client, url: str, *, until: str) -> str:
    page = browser.get(url)
    for _ in range(MAX_PAGES):
        if page.has_redirect_location:
            page = browser.get(page.url.join(page.headers["location"]))
        elif str(page.url).startswith(until):
            return _title(page)
        else:
            page = _submit(browser, page)
    raise NotConnected("The service does not send the browser back.")


def _submit(browser: httpx2.Client, page: httpx2.Response) -> httpx2.Response:
    """Press the first button of the page's form."""
    forms = html.fromstring(page.text, base_url=str(page.url)).forms
    if page.is_error or not forms:
        raise NotConnected(f"{page.url.host} answers {page.status_code} and nothing to allow.")
    form = forms[0]
    values = dict(form.form_values())
    for button in form.xpath(".//button[@name]")[:1]:
        values[button.get("name")] = button.get("value", "")
    target = page.url.join(form.action or "")
    if form.method == "POST":
        return browser.post(target, data=values)
    return browser.get(target, params=values)


def _title(page: httpx2.Response) -> str:
    title = html.fromstring(page.text).findtext(".//h1") or ""
    if page.is_error:
        raise NotConnected(title)
    return str(title)
