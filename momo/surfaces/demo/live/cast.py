"""The fakes of the demo, each with its scenario, and who is signed in there."""

from collections.abc import Callable
from importlib import resources
from typing import Any

from connectors.discord.fake import FakeDiscord
from connectors.fakes.scenario import Step, read_scenario
from connectors.fakes.server import FakeProvider
from connectors.github.fake import FakeGithub
from connectors.gmail.fake import FakeGmail
from connectors.notion.fake.service import FakeNotion
from connectors.slack.fake import FakeSlack
from momo.surfaces.demo.reading import load_story

API = "/api/v1"


def fakes(first_port: int, momo: str) -> dict[str, FakeProvider]:
    """All of them by kind, on ports from the first one on; where that is 0, on any free ones."""
    ports = {kind: first_port and first_port + n for n, kind in enumerate(_MAKERS)}
    return {kind: fake(kind, port, momo) for kind, port in ports.items()}


def fake(kind: str, port: int, momo: str) -> FakeProvider:
    """Not started. `momo` is where it sends changes."""
    return _MAKERS[kind](port, momo, webhook_url=f"{momo}{API}/webhooks/{kind}")


def scenario(kind: str) -> list[Step]:
    """What happens at a service."""
    return read_scenario(resources.files(__package__).joinpath(f"{kind}.yaml").read_text("utf-8"))


def _gmail(port: int, momo: str, **how: Any) -> FakeProvider:
    ines = load_story().people["ines"]
    fake = FakeGmail(port, address=ines.email, **how)
    fake.shown_name = ines.name
    return fake


def _github(port: int, momo: str, **how: Any) -> FakeProvider:
    fake = FakeGithub(port, callback_url=f"{momo}{API}/connectors/github/callback", **how)
    fake.account, fake.user, fake.owners = load_story().company.lower(), "ines", {"ines"}
    return fake


def _notion(port: int, momo: str, **how: Any) -> FakeProvider:
    fake, story = FakeNotion(port, **how), load_story()
    fake.workspace.name = story.company
    fake.owner = fake.workspace.user("ines")
    for person in story.members:
        user = fake.workspace.user(person.key)
        user.name, user.email = person.name, person.email
    return fake


def _slack(port: int, momo: str, **how: Any) -> FakeProvider:
    fake, story = FakeSlack(port, **how), load_story()
    fake.workspace.name, fake.workspace.domain = story.company, story.company.lower()
    fake.access.visitor, fake.opens_here = "ines", True
    for person in story.members:
        fake.do_user(person.key, person.email, person.name)
        fake.workspace.users[person.key]["profile"]["display_name"] = person.name
    return fake


def _discord(port: int, momo: str, **how: Any) -> FakeProvider:
    fake, story = FakeDiscord(port, **how), load_story()
    fake.world.guild["name"], fake.rest.me = story.community, "ines"
    for person in story.members:
        fake.world.user(person.key)["global_name"] = person.name
    return fake


_MAKERS: dict[str, Callable[..., FakeProvider]] = {
    "gmail": _gmail,
    "github": _github,
    "notion": _notion,
    "slack": _slack,
    "discord": _discord,
}
KINDS = frozenset(_MAKERS)
