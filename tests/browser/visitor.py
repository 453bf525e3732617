"""Somebody in a browser of their own, and a watch over all that goes wrong there."""

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    WebError,
)  # fmt: skip

# Told as an error, as a violation is no console message of its own in every case.
TELL_VIOLATIONS = """addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`));"""
READY = """() => document.querySelector("h1")
  && !document.querySelector("[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root")"""
# What asks who is there answers 401 where nobody is; Chromium writes that to the console.
ASKING_WHO = ("/api/v1/auth/me", "/_allauth/browser/v1/")
FAILED_TO_LOAD = "Failed to load resource"


@dataclass
class Watch:
    """What no page may do. `friends` are other origins that a person may be sent to."""

    origin: str
    friends: set[str] = field(default_factory=set)
    found: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def over(self, context: BrowserContext) -> None:
        context.add_init_script(TELL_VIOLATIONS)
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(FAILED_TO_LOAD):
            self.found.append(f"console: {message.text}")

    def _error(self, error: WebError) -> None:
        self.found.append(f"page error: {error.error}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        origin = f"{parts.scheme}://{parts.netloc}"
        followed = request.is_navigation_request() and origin in self.friends
        if origin != self.origin and parts.scheme not in ("data", "blob") and not followed:
            self.found.append(f"request to another host: {request.url[:200]}")

    def _response(self, response: Response) -> None:
        path = urlsplit(response.url).path
        if response.status >= 500:
            self.found.append(f"{response.request.method} {path} answered {response.status}")
        elif response.status >= 400 and not path.startswith(ASKING_WHO):
            self.refused.append(f"{response.request.method} {path} {response.status}")


@dataclass
class Visitor:
    """One person's browser."""

    context: BrowserContext
    page: Page
    watch: Watch

    @property
    def origin(self) -> str:
        return self.watch.origin

    def goto(self, path: str) -> None:
        """As if the address was typed; comes back once the page shows what it is to show."""
        self.page.goto(self.origin + path)
        self.settle()

    def settle(self) -> None:
        self.page.wait_for_function(READY)

    def fits(self, width: int) -> None:
        """Comes back once the page is no wider than this, in pixels; charts follow their window a
        moment later."""
        self.page.wait_for_function(
            "width => document.scrollingElement.scrollWidth <= width", arg=width
        )

    def sign_in(self, email: str, password: str) -> None:
        """Without the page for it."""
        self.context.request.get(f"{self.origin}/_allauth/browser/v1/config")
        self.api("POST", "/_allauth/browser/v1/auth/login", {"email": email, "password": password})

    def api(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Ask the API in this person's session. What it answers, as parsed JSON."""
        answer = self.context.request.fetch(
            self.origin + path,
            method=method,
            data=None if body is None else json.dumps(body),
            headers={"Content-Type": "application/json", "X-CSRFToken": self.token(), **headers},
        )
        assert answer.ok, f"{method} {path} answered {answer.status}: {answer.text()[:500]}"
        return answer.json() if answer.text() else None

    def token(self) -> str:
        """What a write sends back of what the server gave, against forged requests."""
        cookies = self.context.cookies(self.origin)
        return next((each["value"] for each in cookies if each["name"] == "csrftoken"), "")

    def check(self) -> None:
        """Nothing went wrong, and nothing was refused that the test did not take away itself."""
        assert not self.watch.found, "\n".join(self.watch.found)
        assert not self.watch.refused, "\n".join(self.watch.refused)
