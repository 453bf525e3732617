"""Start-up refuses to serve as a database role that row-level security does not bind."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections

_ROLE = "SELECT rolname, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"


@register(Tags.database)
def database_role_is_bound(
    *, databases: Sequence[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """Run by `migrate`, `momo up` and `momo doctor`, with `databases=["default"]`."""
    if "default" not in (databases or []):
        return []
    with connections["default"].cursor() as cursor:
        cursor.execute(_ROLE)
        name, superuser, bypasses = cursor.fetchone()
    if not (superuser or bypasses):
        return []
    return [
        Error(
            f"The database role {name!r} bypasses row-level security.",
            hint="Point DATABASE_URL at momo_app: a role with NOSUPERUSER and NOBYPASSRLS.",
            id="momo.E001",
        )
    ]
