"""Loading the demo team: its people, and what they wrote, through the ordinary connectors."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from connectors.registry import FILE_CONNECTORS
from connectors.services import ingest
from decisions.pipeline.drain import drain_team
from lifecycle.reconcile.work import reconcile
from momo.platform.accounts import services as accounts
from momo.platform.accounts.models import User
from momo.platform.tenancy.context import Scope, acting_as
from momo.surfaces.demo.reading import example_question, load_story
from momo.surfaces.demo.render import RenderedSource, render
from momo.surfaces.demo.story import Character
from retrieval.answering.answer import ask

PASSWORD = "berths-and-otters"  # noqa: S105  (printed at start-up; the demo is invented)
DONE = "loaded"  # a file in the demo's folder: everything is in


@dataclass(frozen=True, slots=True)
class Demo:
    """How to sign in to the demo team, and what to ask it first."""

    team: str
    scope: Scope
    email: str
    password: str
    question: str


def answer(demo: Demo) -> str:
    """The cited answer to the demo's first question."""
    return ask(demo.scope, demo.question).text


def is_wanted() -> bool:
    """Whether there is nobody here yet, or a demo that was interrupted half-way."""
    if (_folder() / DONE).exists() or settings.PRODUCTION:
        return False
    return _folder().exists() or not User.objects.exists()


def load(*, on_step: Callable[[str], None] = lambda text: None) -> Demo:
    """Create the demo team and take its sources in. Safe to repeat after an interruption."""
    sources, left_out = _rendered()
    owner, *others = load_story().members
    team = _team(owner, others)
    users = {user.email: user for user in User.objects.filter(email__endswith=_domain(owner))}
    for source in sources:
        on_step(f"{source.kind}: {source.path.name}")
        scope = Scope(team.id, users[source.owner_email].id)
        ingest(scope, FILE_CONNECTORS[source.kind], source.path, visibility=source.visibility)
    for reason in left_out:
        on_step(reason)
    on_step("finding decisions")
    drain_team(team.id)
    reconcile(team.id)
    (_folder() / DONE).touch()
    demo = existing()
    assert demo is not None
    return demo


def existing() -> Demo | None:
    """The demo team, where it is loaded."""
    if not (_folder() / DONE).exists():
        return None
    story = load_story()
    owner = User.objects.filter(email=story.members[0].email).first()
    teams = accounts.teams_of(owner.id) if owner else []
    if owner is None or not teams:
        return None
    return Demo(
        teams[0].slug, Scope(teams[0].id, owner.id), owner.email, PASSWORD, example_question()
    )


def _rendered() -> tuple[tuple[RenderedSource, ...], tuple[str, ...]]:
    """The demo's files, told as of the day they were first made: their ids go by it."""
    folder = _folder()
    days = sorted(path.name for path in folder.glob("????-??-??"))
    today = date.fromisoformat(days[0]) if days else timezone.now().date()
    final = folder / today.isoformat()
    if final.exists():  # left from an interruption, perhaps half-written: it is made the same again
        shutil.rmtree(final)
    rendered = render(final, today=today)
    return rendered.sources, rendered.left_out


def _team(owner: Character, others: list[Character]) -> accounts.TeamOf:
    boss = _user(owner)
    teams = accounts.teams_of(boss.id)
    team = teams[0] if teams else accounts.create_team(owner=boss, name=load_story().company)
    for person in others:
        user = _user(person)
        if not accounts.teams_of(user.id):
            with acting_as(team.id, boss.id):
                token = accounts.invite(email=user.email, role=person.role)
            accounts.accept_invitation(user=user, token=token)
    return team


def _user(person: Character) -> User:
    known = User.objects.filter(email=person.email).first()
    return known or accounts.create_user(email=person.email, password=PASSWORD, name=person.name)


def _domain(person: Character) -> str:
    return "@" + person.email.partition("@")[2]


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "demo"
