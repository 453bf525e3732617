"""Live sources as commands name them."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from connectors.holds import OnHold
from connectors.live.app import NotConfigured
from connectors.live.errors import Refused, SourceError
from connectors.live.models import Connection
from connectors.live.refusals import Unknown
from connectors.models import Integration
from lifecycle.retention.erasing import NotErased
from momo.platform.accounts.services import AccountError
from momo.platform.tenancy.context import Scope, acting_as


@contextmanager
def told() -> Iterator[None]:
    """What goes wrong with a source is told, and what to do."""
    try:
        yield
    except Connection.DoesNotExist:
        raise click.ClickException("There is no such source that you can see.") from None
    except (
        AccountError, NotConfigured, NotErased, OnHold, Refused, SourceError, Unknown,
    ) as error:  # fmt: skip
        raise click.ClickException(str(error)) from None


def connected(scope: Scope) -> list[tuple[Integration, Connection]]:
    """The live sources that a principal sees, the latest first."""
    with acting_as(scope.team_id, scope.principal_id):
        connections = {each.integration_id: each for each in Connection.objects.all()}
        rows = Integration.objects.filter(id__in=connections).order_by("-created_at")
        return [(row, connections[row.id]) for row in rows]


def named(scope: Scope, name: str) -> tuple[Integration, Connection]:
    """A live source by its id, its name or its kind. Raises click.UsageError."""
    found = connected(scope)
    for fits in (
        lambda row: str(row.id) == name,
        lambda row: row.name.lower() == name.lower(),
        lambda row: row.kind == name.lower(),
    ):
        fitting = [pair for pair in found if fits(pair[0])]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            ids = ", ".join(str(row.id) for row, _ in fitting)
            raise click.UsageError(f"There are several called {name!r}; say which by id: {ids}")
    raise click.UsageError(f"There is no source {name!r}. See: momo connections")
