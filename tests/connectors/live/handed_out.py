"""Services with something in them, and with what they let somebody in."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from connectors.discord.connector import discord
from connectors.discord.fake import FakeDiscord
from connectors.github.connector import github
from connectors.github.fake import FakeGithub
from connectors.gmail.connector import gmail
from connectors.gmail.fake import FakeGmail
from connectors.live.app import variable
from connectors.live.contract import LiveConnector
from connectors.notion.connector import notion
from connectors.notion.fake.service import FakeNotion
from connectors.slack.connector import slack
from connectors.slack.fake import FakeSlack
from tests.connectors.discord.listening import Listening

BACK = "http://testserver/api"
# What these are called, in forms and JSON alike.
_NAMES = {
    "code", "code_verifier", "access_token", "refresh_token", "client_secret", "token", "assertion",
}  # fmt: skip
SHORTEST = 8  # characters of a secret: what is shorter is found anywhere


@dataclass
class Service:
    """A service with something in it, and what it lets somebody in with."""

    connector: LiveConnector
    fake: Any
    happen: Callable[[Any], Any]
    held: Callable[[Any], Any]  # the tokens that hold there now
    known: set[str] = field(default_factory=set)
    sent: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    def secrets(self) -> set[str]:
        """All that it has handed out or been shown, and what the app is registered with."""
        self.known |= {each for tokens in self.held(self.fake) for each in tokens}
        for request in self.fake.requests:
            self.known |= set(_shown(request.headers, request.body, request.query))
        app = self.fake.app_settings()
        for setting in self.connector.app_settings:
            if setting.secret:
                self.known |= set(app[variable(self.connector.kind, setting.name)].split("\\n"))
        return {each for each in self.known if len(each) >= SHORTEST and "-----" not in each}


def _shown(headers: Mapping[str, str], body: bytes, query: Mapping[str, str]) -> Iterator[str]:
    yield headers.get("authorization", "").rpartition(" ")[2]
    text = body.decode(errors="replace")
    try:
        told = json.loads(text)
    except ValueError:
        told = dict(parse_qsl(text))
    for name, value in {**query, **(told if isinstance(told, dict) else {})}.items():
        if name in _NAMES and isinstance(value, str):
            yield value


def _slack(running: ExitStack) -> Service:
    fake = running.enter_context(FakeSlack())
    fake.access.rotates = True
    fake.do_channel("general", members=["owner"], momo=True)
    return Service(
        slack, fake, lambda f: f.do_message("We decided to use Redis."),
        lambda f: (f.access.codes, f.access.tokens, f.access.refresh_tokens, f.access.sign_ins),
    )  # fmt: skip


def _notion(running: ExitStack) -> Service:
    fake = running.enter_context(FakeNotion())
    return Service(
        notion, fake, lambda f: f.do_page("Queue", "We decided to use Redis."),
        lambda f: (f.codes, f.access, f.refresh),
    )  # fmt: skip


def _gmail(running: ExitStack) -> Service:
    fake = running.enter_context(FakeGmail())
    return Service(
        gmail, fake, lambda f: f.do_mail("We decided to use Redis.", by="me"),
        lambda f: (f.sign_in.codes, f.sign_in.access, f.sign_in.refresh),
    )  # fmt: skip


def _github(running: ExitStack) -> Service:
    fake = running.enter_context(FakeGithub(callback_url=BACK))
    fake.do_repository("app")
    return Service(
        github, fake, lambda f: f.do_issue("Queue", by="olga", text="We decided to use Redis."),
        lambda f: (f.codes, f.user_tokens, f.installation.tokens),
    )  # fmt: skip


def _discord(running: ExitStack) -> Service:
    fake = running.enter_context(FakeDiscord())
    running.enter_context(Listening(fake))
    return Service(
        discord, fake, lambda f: (f.do_message("We decided to use Redis."), f.do_authorized()),
        lambda f: (f.rest.codes, f.rest.bearers, [f.rest.token]),
    )  # fmt: skip


MAKERS = {"slack": _slack, "notion": _notion, "gmail": _gmail, "github": _github,
          "discord": _discord}  # fmt: skip
