"""Saved views: a person's own lists of decisions, and those of the team."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from decisions.models import SavedView
from decisions.refusals import NotYours, Refused
from momo.platform.audit import services as audit
from momo.platform.rest import etags
from momo.platform.tenancy.context import current
from momo.platform.tenancy.visibility import Visibility

MOST = 200  # views of one person
_TAKEN = "You have a view of this name: choose another."


def save_view(name: str, query: Mapping[str, Any], *, shared: bool) -> SavedView:
    """Keep a list under a name, as the principal's. Raises Refused."""
    owner = current().principal_id
    if SavedView.objects.filter(owner_id=owner).count() >= MOST:
        raise Refused(f"You have {MOST} views: delete one first.")
    view = SavedView(name=name, query=query, owner_id=owner, visibility=_seen(shared))
    _store(view)
    audit.record("saved_view.created", subject=str(view.id), shared=shared)
    return view


def change_view(
    view_id: UUID, changes: Mapping[str, Any], *, is_admin: bool, etag: str = ""
) -> SavedView:
    """Change a view's `name`, `query` or `shared`. Raises DoesNotExist, NotYours, Stale, Refused.

    A team's view may be changed by its owner and by admins.
    """
    view = _theirs(view_id, is_admin=is_admin, etag=etag)
    if "shared" in changes:
        if view.owner_id != current().principal_id and not changes["shared"]:
            raise NotYours("Only its owner takes a view back; you may delete it.")
        view.visibility = _seen(changes["shared"])
    view.name = changes.get("name", view.name)
    view.query = changes.get("query", view.query)
    _store(view)
    audit.record("saved_view.changed", subject=str(view.id), fields=sorted(changes))
    return view


def delete_view(view_id: UUID, *, is_admin: bool, etag: str = "") -> None:
    """Raises DoesNotExist, NotYours and Stale."""
    _theirs(view_id, is_admin=is_admin, etag=etag).delete()
    audit.record("saved_view.deleted", subject=str(view_id))


def etag_of(view: SavedView) -> str:
    """Names a version of a view."""
    return etags.etag_of(view.updated_at)


def _theirs(view_id: UUID, *, is_admin: bool, etag: str) -> SavedView:
    view: SavedView = SavedView.objects.select_for_update().get(id=view_id)
    if not is_admin and view.owner_id != current().principal_id:
        raise NotYours("Only its owner and the team's admins change a view.")
    etags.expect(etag, etag_of(view))
    return view


def _store(view: SavedView) -> None:
    try:
        with transaction.atomic():
            view.save()
    except IntegrityError:
        raise Refused(_TAKEN) from None


def _seen(shared: bool) -> Visibility:
    return Visibility.SHARED if shared else Visibility.PRIVATE
