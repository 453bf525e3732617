"""Asking for the headers alone is asking for the answer: who may not have it gets neither."""

import pytest

from momo.platform.rest.views import TeamView
from momo.platform.tenancy.context import NoTenant, current
from momo.platform.tenancy.visibility import Visibility
from tests.api import ROOT, belongings, session, with_key

_ADMINS = ("audit", "audit/export", "invitations", "webhook-endpoints", "settings/providers")


@pytest.mark.parametrize("path", _ADMINS)
def test_the_headers_of_what_is_for_admins_are_for_admins(world, path):
    at = f"{ROOT}/{path}"
    assert session(world, "owner").head(at).status_code == 200
    for client in (session(world, "teammate"), with_key(world, "owner", "read")):
        refused = client.head(at)
        assert (refused.status_code, "ETag" in refused) == (403, False)


def test_the_headers_are_those_of_the_answer(world):
    owner = session(world, "owner")
    asked = owner.head(f"{ROOT}/members?fields=id")
    assert asked["ETag"] == owner.get(f"{ROOT}/members?fields=id")["ETag"]


@pytest.mark.parametrize("path", ["decisions/export", "sync-runs/{run}/events"])
def test_what_opens_its_scopes_itself_is_in_none_for_its_headers_either(world, path, monkeypatch):
    """Else a transaction would stand as long as a stream does."""
    run = belongings(world, "owner", Visibility.SHARED)["run"]
    within = []
    monkeypatch.setattr(TeamView, "scope", property(lambda view: _noting(view, within)))
    at = f"{ROOT}/{path.format(run=run)}"
    assert session(world, "owner").head(at).status_code == 200
    assert within
    assert not any(within)


def _noting(view, within):
    try:
        current()
    except NoTenant:
        within.append(False)
    else:
        within.append(True)
    return view.access.scope
