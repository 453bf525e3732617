"""A team that has something of every kind, kept for a whole module of tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.db import transaction
from django.test import override_settings
from django.utils import timezone

from connectors import holds, uploads
from connectors.arrivals import Arrived
from connectors.holds import Covered
from connectors.live import authorizing, connecting, identities
from connectors.live.contract import Connected
from connectors.live.models import Delivery
from connectors.registry import LIVE_CONNECTORS
from lifecycle.digests import subscriptions
from lifecycle.hooks import endpoints
from momo.platform.accounts import keys, services
from momo.platform.accounts.models import Invitation
from momo.platform.rest.throttles import CountingThrottle
from momo.platform.tenancy.visibility import Visibility
from retrieval.conversations import asking
from retrieval.conversations import services as conversations
from retrieval.conversations.asking import Question
from retrieval.conversations.models import Exchange
from tests.api import Belongings, belongings, decision
from tests.conftest import World, make_world
from tests.connectors.live.toy.connector import toy

Ids = dict[str, UUID]  # of things, by what they are called


@contextmanager
def lived_in(django_db_blocker: Any) -> Iterator[tuple[World, Belongings, Belongings]]:
    """The four people, what their team shares, and what is the private owner's alone. Nobody is
    asked to wait for asking often.

    All of it is undone at the end; what a test does to it, the test has to undo.
    """
    with (
        pytest.MonkeyPatch.context() as patch,
        TemporaryDirectory(prefix="momo-") as folder,
        django_db_blocker.unblock(),
        transaction.atomic(),
        override_settings(DATA_DIR=Path(folder)),
    ):
        patch.setattr(CountingThrottle, "rate", "1000000/min", raising=False)
        world = make_world()
        yield world, *_make_things(world, patch)
        transaction.set_rollback(True)


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _make_things(world: World, patch: pytest.MonkeyPatch) -> tuple[Belongings, Belongings]:
    """What the team has: shared things, and one member's private ones."""
    patch.setitem(LIVE_CONNECTORS, "toy", toy)
    settings.MOMO_APPS = {"MOMO_APP_TOY_URL": "http://127.0.0.1:9", "MOMO_APP_TOY_SECRET": "s"}
    shared = belongings(world, "owner", Visibility.SHARED)
    private = belongings(world, "private_owner", Visibility.PRIVATE)
    with world.acting_as("owner"):
        services.invite(email="someone@momo.example")
        shared.ids["invitation"] = Invitation.objects.get(email="someone@momo.example").id
        shared.ids["agent"] = keys.create_agent("bot").id
        shared.ids["key"] = keys.create_key(principal_id=world.owner.id, name="k")[0].id
        hold = holds.place(Covered(person="nobody@momo.example"), reason="Case 7")
        shared.ids["hold"] = hold.id
    with world.acting_as("private_owner"):
        private.ids["key"] = keys.create_key(principal_id=world.private_owner.id, name="k")[0].id
    shared.ids |= {"team": world.team.id, "member": world.teammate.id}
    shared.ids |= _owed_and_told(world, "owner", for_team=True)
    private.ids |= _owed_and_told(world, "private_owner", for_team=False)
    shared.ids |= _connected(world, "owner", Visibility.SHARED)
    private.ids |= _connected(world, "private_owner", Visibility.PRIVATE)
    with world.acting_as("owner"):
        stated = identities.state_identity(
            source="toy", external_id="u7", principal_id=world.teammate.id
        )
        endpoint, _ = endpoints.create(url="https://momo.example", events=["decision.made"])
        shared.ids |= {"endpoint": endpoint.id, "told": endpoints.test(endpoint.id).id}
    shared.ids["identity"] = stated.id
    shared.ids |= _asked(world, "owner") | _linked(world, "owner")
    private.ids |= _asked(world, "private_owner") | _handed_in(world, "private_owner")
    return shared, private


def _asked(world: World, who: str) -> Ids:
    """A conversation in which something was asked; nobody else's, whatever it is about."""
    with world.acting_as(who):
        conversation = conversations.begin()
    question = Question("Do we use Postgres?")
    *_, _ = asking.ask(world.scope(who), conversation.id, question)
    with world.acting_as(who):
        exchange = Exchange.objects.get(conversation_id=conversation.id)
    return {"conversation": conversation.id, "exchange": exchange.id}


def _linked(world: World, who: str) -> Ids:
    """The link of another conversation that is shared."""
    shared_one = _asked(world, who)["conversation"]
    with world.acting_as(who):
        link = conversations.share(shared_one).link
    assert link
    return {"link": link}


def _handed_in(world: World, who: str) -> Ids:
    """A file that its owner has not started."""
    file = settings.DATA_DIR / "notes.jsonl"
    file.write_text("{}")
    return {"upload": uploads.stage(Arrived(file.name, file), scope=world.scope(who)).id}


def _connected(world: World, who: str, visibility: Visibility) -> Ids:
    """A live source, a delivery of it that was set aside, and an authorization under way."""
    account = Connected(f"account-{visibility}", f"Account {visibility}", {"token": "t"})
    with world.acting_as(who):
        connection = connecting.connect(toy, account, visibility)
        delivery = Delivery.objects.create(
            connection_id=connection.id, delivery_id="d1", event="message", state="failed",
            received_at=timezone.now(), read_at=timezone.now(), visibility=connection.visibility,
            owner_id=connection.owner_id,
        )  # fmt: skip
        started = authorizing.begin("toy", "http://127.0.0.1:9/back", visibility=visibility)
    return {
        "connected": connection.integration_id, "connection": connection.id,
        "delivery": delivery.id, "authorization": started.authorization_id,
    }  # fmt: skip


def _owed_and_told(world: World, who: str, *, for_team: bool) -> Ids:
    """A commitment that is due, and a subscription to a digest."""
    today = timezone.now().date()
    owed = decision(
        world, who, "Send the report", decision_type="commitment", owner_name="Ada", due_on=today,
        visibility=Visibility.SHARED if for_team else Visibility.PRIVATE,
    )  # fmt: skip
    fields = {"addresses": ["all@momo.example"]} if for_team else {}
    with world.acting_as(who):
        row = subscriptions.subscribe(fields, for_team=for_team, is_admin=for_team)
    return {"commitment": owed, "subscription": row.id}
