"""How the current team is searched: what its admins chose, the defaults for all else."""

import json
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass, replace
from typing import Any

from django.db import connection

from decisions.providers import providers
from momo.platform.accounts.services import NotAllowed, is_admin
from momo.platform.audit import services as audit
from momo.platform.rest import etags
from momo.platform.tenancy.context import current, current_team_id
from retrieval.backends import Backend
from retrieval.graph.expand import GraphMode
from retrieval.lines import OWN
from retrieval.models import RetrievalSettings
from retrieval.ranking.parameters import DEFAULTS, Parameters, bounds, chosen
from retrieval.tuning import GRAPH_MODE

# Unless the team or the request says otherwise. The mode of the graph is among its numbers.
BACKEND = Backend.HYBRID
GRAPH = GraphMode(GRAPH_MODE)
_MODES: Mapping[str, Backend | GraphMode] = {"backend": BACKEND, "graph": GRAPH}

# By what is changed: `backend` (a Backend), `graph` (a GraphMode) and the names in
# `retrieval.ranking.parameters` (a number within the bounds there). What is left out stays, and
# None goes back to the default.
Changes = Mapping[str, Backend | GraphMode | float | None]


# Vectors have an index where a partition is the team's own: see lifecycle.partitions.
_SETTINGS = """
SELECT EXISTS (
    SELECT FROM pg_class c WHERE c.relispartition
      AND c.oid = to_regclass('decisions_memoryembedding_' || replace(team.id::text, '-', ''))
), COALESCE(s.embedding_model, ''), COALESCE(s.backend, ''), COALESCE(s.graph, ''),
    COALESCE(s.parameters, '{}')::text
FROM (SELECT %(team)s::uuid AS id) AS team
LEFT JOIN retrieval_retrievalsettings s ON s.team_id = %(team)s
"""


@dataclass(frozen=True, slots=True)
class Settings:
    """What counts for the current team. `chosen` names what is its own choice, its parameters too;
    `walked` says whether an index leads to its nearest vectors."""

    embedding_model: str
    backend: Backend = BACKEND
    graph: GraphMode = GRAPH
    parameters: Parameters = DEFAULTS
    chosen: tuple[str, ...] = ()
    walked: bool = False


def settings_of() -> Settings:
    """One statement; a second one until the team has been searched once with memories.

    Call within `acting_as`.
    """
    return asked_settings()()


def asked_settings() -> Callable[[], Settings]:
    """As `settings_of`, waited for when called: meanwhile something else can be asked."""
    rows = OWN.send(_SETTINGS, {"team": current_team_id()})
    return lambda: _settings(*rows()[0])


def _settings(walked: bool, model: str, backend: str, graph: str, parameters: str) -> Settings:
    numbers: dict[str, float] = json.loads(parameters)
    own = {"backend": backend, "graph": graph} | dict.fromkeys(numbers, "own")
    return Settings(
        embedding_model=model or _keep_model(),
        backend=Backend(backend) if backend else BACKEND,
        graph=GraphMode(graph) if graph else GRAPH,
        parameters=chosen(numbers) if numbers else DEFAULTS,
        chosen=tuple(name for name, is_own in own.items() if is_own),
        walked=walked,
    )


def change_settings(changes: Changes, *, etag: str = "") -> Settings:
    """Change how the team is searched.

    `etag` is an `If-Match`, of what `etag_of` gave for the settings as they were read. Raises
    NotAllowed and Stale.
    """
    if not is_admin(current().principal_id):
        raise NotAllowed("Only the team's owners and admins change how it is searched.")
    row = _locked()
    before = settings_of()
    etags.expect(etag, etag_of(before))
    wanted: dict[str, Any] = {
        name: str(value or "") for name, value in changes.items() if name in _MODES
    }
    wanted["parameters"] = _numbers(row.parameters, changes)
    changed = {name: value for name, value in wanted.items() if getattr(row, name) != value}
    if not changed:
        return before
    for name, value in changed.items():
        setattr(row, name, value)
    row.save(update_fields=[*changed, "updated_at"])
    audit.record("retrieval_settings.changed", **changed)
    return settings_of()


def proposed(settings: Settings, changes: Changes) -> Settings:
    """The settings as they would be with these changes, but for `chosen`. Nothing is stored."""
    own = {
        each.name: getattr(settings.parameters, each.name)
        for each in bounds()
        if each.name in settings.chosen
    }
    modes: dict[str, Any] = {
        name: value or _MODES[name] for name, value in changes.items() if name in _MODES
    }
    return replace(settings, **modes, parameters=chosen(_numbers(own, changes)))


def _numbers(own: Mapping[str, float], changes: Changes) -> dict[str, float]:
    """What is chosen of the parameters after the changes."""
    merged = {**own, **{name: changes[name] for name in changes if name not in _MODES}}
    return {name: float(value) for name, value in merged.items() if value is not None}


def etag_of(settings: Settings) -> str:
    """Names a version of the settings."""
    return etags.etag_of(astuple(replace(settings, walked=False)))  # nobody chose that


def _locked() -> RetrievalSettings:
    RetrievalSettings.objects.get_or_create(team_id=current_team_id())
    row: RetrievalSettings = RetrievalSettings.objects.select_for_update().get()
    return row


def _keep_model() -> str:
    """The model of most of the team's vectors, kept as its own from now on."""
    configured = providers().embeddings.model
    with connection.cursor() as cursor:
        cursor.execute("SELECT momo_keep_embedding_model(%s, %s)", [current_team_id(), configured])
        return str(cursor.fetchone()[0])
