"""What of an account can be collected, told to who may know of it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from uuid import UUID

from connectors.live import managing
from connectors.live.contract import Choice
from connectors.live.errors import Revoked
from connectors.live.managing import connection_of, guard_managing
from connectors.live.models import LinkedIdentity
from connectors.live.opened import Opened, open_connection, was_renewed
from momo.platform.accounts.models import User
from momo.platform.tenancy.context import Scope, acting_as

MAX_CHOICES = 2_000  # listed at most; chosen


class Unlisted(Exception):
    """Something was chosen that the service does not have, as far as it tells."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One thing to choose. A private one is named only to its members."""

    id: str
    name: str
    kind: str
    private: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class Listing:
    """`complete` is false where there were more than are listed; `all`, where nobody chose yet."""

    items: list[Listed]
    all: bool
    complete: bool


def choices_of(scope: Scope, integration_id: UUID) -> Listing:
    """What can be chosen, as the service lists it now.

    Call outside a transaction: it asks the service. Raises Connection.DoesNotExist, NotAllowed,
    NotConfigured, SourceError.
    """
    with acting_as(scope.team_id, scope.principal_id):
        connection = connection_of(integration_id)
        guard_managing(connection)
        opened = open_connection(scope, connection)
        known_as = _known_as(scope.principal_id, opened.connector.source)
    try:
        found = _ask(opened)
    except Revoked:
        if not was_renewed(opened):
            raise
        with acting_as(scope.team_id, scope.principal_id):
            found_again = open_connection(scope, connection_of(integration_id))
        found = _ask(found_again)
    chosen = connection.chosen
    items = [
        _listed(choice, known_as, chosen is None or choice.id in chosen)
        for choice in found[:MAX_CHOICES]
    ]
    return Listing(items, chosen is None, len(found) <= MAX_CHOICES)


def choose(scope: Scope, integration_id: UUID, ids: Sequence[str] | None) -> None:
    """Say what is collected from now on; None: all. What there is not is refused, where the service
    lists all that there is.

    Call outside a transaction: it asks the service. Raises Unlisted, and what `choices_of` does.
    """
    if ids is not None:
        listing = choices_of(scope, integration_id)
        known = {each.id for each in listing.items}
        unknown = set(ids) - known
        if listing.complete and unknown:
            raise Unlisted(
                f"{len(unknown)} of these are not in the list of the service: read it again"
                " (GET choices) and choose from it."
            )
    with acting_as(scope.team_id, scope.principal_id):
        connection = connection_of(integration_id)
        guard_managing(connection)
        managing.choose(connection, ids)


def _ask(opened: Opened) -> list[Choice]:
    return list(islice(opened.connector.choices(opened.session), MAX_CHOICES + 1))


def _known_as(principal_id: UUID, source: str) -> frozenset[str]:
    """The addresses and ids by which a service may name a principal."""
    emails = User.objects.filter(id=principal_id).values_list("email", flat=True)
    linked = LinkedIdentity.objects.filter(source=source, principal_id=principal_id)
    return frozenset({*emails, *linked.values_list("external_id", flat=True)})


def _listed(choice: Choice, known_as: Collection[str], chosen: bool) -> Listed:
    audience = choice.audience
    is_member = audience is None or any(
        person.email.lower() in known_as or person.handle in known_as for person in audience.members
    )
    name = choice.name if is_member else f"a private {choice.kind}"
    return Listed(choice.id, name, choice.kind, audience is not None, chosen)
