"""What people change of a source."""

from uuid import UUID

from connectors.models import Integration
from connectors.runs import SourceOfAnother, is_private, one_at_a_time
from momo.platform.accounts import services as accounts
from momo.platform.accounts.services import NotAllowed
from momo.platform.audit import services as audit
from momo.platform.rest import etags
from momo.platform.tenancy.context import current


class NameTaken(Exception):
    """Another source of the kind has the name."""


def change(
    integration_id: UUID, *, name: str = "", default_visibility: str = "", etag: str = ""
) -> Integration:
    """Rename it, or make a private one secret and back. Empty: as it is. Within `acting_as`.

    `etag` is an `If-Match`. Raises Integration.DoesNotExist, SourceOfAnother, NameTaken, NotAllowed
    and Stale.
    """
    found: Integration = Integration.objects.select_for_update().get(id=integration_id)
    principal = current().principal_id
    if found.owner_id != principal and not accounts.is_admin(principal):
        raise SourceOfAnother("Whoever brought this source in, or an admin, can change it.")
    etags.expect(etag, etag_of(found))
    if name:
        _rename(found, name)
    if default_visibility and default_visibility != found.default_visibility:
        if not (is_private(default_visibility) and is_private(found.default_visibility)):
            raise NotAllowed(
                "Who a source belongs to does not change: connect or import it again, and choose"
                " there who sees it."
            )
        found.default_visibility = default_visibility
    found.save(update_fields=["name", "default_visibility"])
    audit.record("integration.changed", subject=str(integration_id))
    return found


def etag_of(integration: Integration) -> str:
    """Names a version of what people set of a source."""
    return etags.etag_of(integration.name, integration.default_visibility)


def _rename(found: Integration, name: str) -> None:
    one_at_a_time(f"integration {found.team_id} {found.kind} {found.holder} {name}")
    same = Integration.objects.filter(kind=found.kind, holder=found.holder, name=name)
    if same.exclude(id=found.id).exists():
        raise NameTaken("Another source of this kind has that name: choose a different one.")
    found.name = name
