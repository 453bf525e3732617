"""Sources of a team, and the runs in which they are read."""

from typing import Protocol
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from connectors import uploads
from connectors.contract import FileConnector, UnreadableSource
from connectors.models import Integration, SyncRun
from momo.platform.accounts import services as accounts
from momo.platform.accounts.models import Agent
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import Scope, acting_as, current
from momo.platform.tenancy.models import NOBODY
from momo.platform.tenancy.visibility import Visibility

NAME_CHARACTERS = 200  # of an integration; a longer path keeps its end


class SourceOfAnother(UnreadableSource):
    """A source of the team that someone else brought in, and that the reader may not go on with."""


def is_private(visibility: str) -> bool:
    return visibility in (Visibility.PRIVATE, Visibility.SECRET)


def default_name(connector: FileConnector, place: str) -> str:
    """What an unnamed source is called: its kind, and its place where ids need that."""
    title = connector.title
    return f"{title}: {place}"[-NAME_CHARACTERS:] if connector.ids_hold_by_place else title


class Kind(Protocol):
    """What an integration takes from its connector, be it of files or live."""

    @property
    def kind(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def default_visibility(self) -> Visibility: ...


def open_integration(
    connector: Kind, *, name: str, visibility: Visibility | None = None
) -> Integration:
    """Find or create the integration that a source of this kind goes to, for the current principal.

    A private one is the principal's own; any other is the team's, and only who brought it in and
    admins go on with it: a file says what its items are and who may see them. Raises
    SourceOfAnother.
    """
    scope = current()
    name = name[:NAME_CHARACTERS]
    visibility = visibility or Visibility(connector.default_visibility)
    private = is_private(visibility)
    holder = scope.principal_id if private else NOBODY
    key = {"kind": connector.kind, "name": name, "holder": holder}
    one_at_a_time(f"integration {scope.team_id} {connector.kind} {holder} {name}")
    found: Integration | None = Integration.objects.filter(**key).first()
    if found:
        if found.owner_id != scope.principal_id and not accounts.is_admin(scope.principal_id):
            raise SourceOfAnother(
                "This source was brought in by someone else: ask them or an admin, or give yours"
                " another name (--name)."
            )
        if found.default_visibility != visibility:  # private or secret: reading again applies it
            found.default_visibility = visibility
            found.save(update_fields=["default_visibility"])
        return found
    agent = Agent.objects.create(name=name[:120], kind=Agent.Kind.CONNECTOR)
    integration: Integration = Integration.objects.create(
        **key,
        source=connector.source,
        agent_id=agent.id,
        default_visibility=visibility,
        visibility=Visibility.PRIVATE if private else Visibility.SHARED,
        owner_id=scope.principal_id,
    )
    audit.record("integration.created", subject=str(integration.id), kind=connector.kind)
    return integration


def one_at_a_time(key: str) -> None:
    """Of two that would create the same the second waits, and finds what the first has made."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [key])


def open_run(
    connector: FileConnector, *, name: str, visibility: Visibility | None = None
) -> SyncRun:
    """Note that a file is about to be read, for the current principal. Raises SourceOfAnother."""
    integration = open_integration(connector, name=name, visibility=visibility)
    running = SyncRun.objects.filter(integration_id=integration.id, state=SyncRun.State.RUNNING)
    begun = running.values_list("id", flat=True)
    died = [each for each in begun if not uploads.are_there(integration.team_id, [each])]
    running.filter(id__in=died).update(state=SyncRun.State.INTERRUPTED, finished_at=timezone.now())
    run: SyncRun = SyncRun.objects.create(
        integration_id=integration.id,
        visibility=integration.visibility,
        owner_id=integration.owner_id,
    )
    return run


def reopen_run(run_id: UUID) -> SyncRun:
    """Count a run's reading from nothing: its process may have died half way."""
    run: SyncRun = SyncRun.objects.get(id=run_id)
    run.state, run.error, run.refusals, run.finished_at = SyncRun.State.RUNNING, "", [], None
    run.read = run.added = run.updated = run.unchanged = run.skipped = run.refused = 0
    run.save()
    return run


def update_run(scope: Scope, run: SyncRun, **fields: object) -> None:
    with acting_as(scope.team_id, scope.principal_id):
        for name, value in fields.items():
            setattr(run, name, value)
        run.save(update_fields=list(fields))


def stop_run(run_id: UUID) -> SyncRun:
    """End a run before all is read; what was read stays. Its worker ends after its batch.

    Within `acting_as`. Raises SyncRun.DoesNotExist, and SourceOfAnother.
    """
    run: SyncRun = SyncRun.objects.get(id=run_id)
    principal = current().principal_id
    integration = Integration.objects.get(id=run.integration_id)
    if integration.owner_id != principal and not accounts.is_admin(principal):
        raise SourceOfAnother("Whoever began this, or an admin, can stop it.")
    rows = SyncRun.objects.filter(id=run_id, state=SyncRun.State.RUNNING)
    if rows.update(state=SyncRun.State.INTERRUPTED, finished_at=timezone.now()):
        audit.record("source.stopped", subject=str(run_id))
    uploads.discard(run.team_id, [run_id])
    run.refresh_from_db()
    return run


def fail_run(scope: Scope, run_id: UUID, error: str) -> None:
    """End a run that cannot go on."""
    with acting_as(scope.team_id, scope.principal_id):
        finish_run(scope, SyncRun.objects.get(id=run_id), SyncRun.State.FAILED, error)


def finish_run(scope: Scope, run: SyncRun, state: str, error: str = "") -> None:
    now = timezone.now()
    with acting_as(scope.team_id, scope.principal_id), transaction.atomic():
        update_run(scope, run, state=state, error=error, finished_at=now)
        Integration.objects.filter(id=run.integration_id).update(last_synced_at=now)
        audit.record(
            "source.synced",
            subject=str(run.id),
            state=state,
            added=run.added,
            updated=run.updated,
            refused=run.refused,
        )
