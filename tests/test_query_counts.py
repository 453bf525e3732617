"""No list asks the database more often when it is longer. A new list needs a case."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.db import connection
from django.test.utils import CaptureQueriesContext

from connectors.holding import LegalHold
from connectors.live.models import Delivery, LinkedIdentity
from connectors.models import SyncRun
from decisions.models import MemoryRevision, SavedView
from lifecycle.digests.models import DigestSubscription
from lifecycle.hooks.models import WebhookDelivery, WebhookEndpoint
from lifecycle.retention.models import RetentionPolicy
from momo.platform.accounts.models import Agent, ApiKey, Invitation
from retrieval.conversations.models import Conversation
from tests.api import session
from tests.lived_in import lived_in, undone
from tests.more_rows import (
    More,
    audited,
    commitments,
    conflicts,
    connections,
    copies,
    decisions,
    decisions_of_the_owner,
    exchanges,
    judgements,
    members,
    namesakes,
    parked,
    runs_of_digests,
    tallies,
    teams,
)

FEW, MANY = 3, 30
DESCRIPTION = yaml.load(
    (Path(__file__).resolve().parents[1] / "docs" / "openapi.yaml").read_text(),
    Loader=yaml.CSafeLoader,
)
# Lists that no row of a team makes longer: of what there is in Momo or at a service, of counts, or
# of the ten most.
FIXED = {
    "list_audit_actions", "list_choices", "list_connectors", "list_providers", "list_recurring",
    "list_source_kinds", "list_thresholds", "list_unreconciled",
}  # fmt: skip
CASES: dict[str, More] = {
    "decision_revisions": copies(MemoryRevision, memory_id="memory"),
    "decisions_awaiting_ratification": decisions_of_the_owner,
    "find_graph_nodes": decisions,
    "list_agents": copies(Agent, id="agent"),
    "list_audit_events": audited,
    "list_commitments": commitments,
    "list_conflicts": conflicts,
    "list_conversations": copies(Conversation, id="conversation"),
    "list_decisions": decisions,
    "list_deliveries": copies(Delivery, id="delivery"),
    "list_digest_subscriptions": copies(DigestSubscription),
    "list_digests": runs_of_digests,
    "list_entities": namesakes,
    "list_entity_suggestions": namesakes,
    "list_exchanges": exchanges("conversation"),
    "list_extraction_tallies": tallies,
    "list_identities": copies(LinkedIdentity),
    "list_integrations": connections,
    "list_invitations": copies(Invitation, id="invitation"),
    "list_keys": copies(ApiKey),
    "list_legal_holds": copies(LegalHold),
    "list_members": members,
    "list_memories": decisions,
    "list_parked": parked,
    "list_ratifications": judgements,
    "list_retention_policies": copies(RetentionPolicy, id="policy"),
    "list_runs": copies(SyncRun, id="run"),
    "list_saved_views": copies(SavedView),
    "list_shared_exchanges": exchanges("link"),
    "list_teams": teams,
    "list_webhook_deliveries": copies(WebhookDelivery, id="told"),
    "list_webhook_endpoints": copies(WebhookEndpoint),
}
PARAMETERS = {"find_graph_nodes": {"q": "database"}}
_THING = {"endpoint_id": "endpoint", "integration_id": "connected", "link": "link"}


def lists() -> Iterator[tuple[str, str]]:
    """The name and the address of every GET that answers a list."""
    schemas = DESCRIPTION["components"]["schemas"]
    for path, ways in DESCRIPTION["paths"].items():
        if "get" in ways:
            content = ways["get"]["responses"]["200"].get("content", {})
            schema = content.get("application/json", {}).get("schema", {})
            whole = schemas.get(schema.get("$ref", "").rpartition("/")[2], schema)
            items = whole.get("properties", {}).get("items", whole)
            if items.get("type") == "array":
                yield ways["get"]["operationId"], path


def test_every_list_has_a_case():
    assert {name for name, _ in lists()} == CASES.keys() | FIXED


@pytest.fixture(scope="module")
def team(django_db_setup: None, django_db_blocker):
    with lived_in(django_db_blocker) as (world, things, _):
        yield world, things, session(world, "owner")


@pytest.mark.parametrize(
    ("name", "path"), [each for each in lists() if each[0] not in FIXED], ids=lambda value: value
)
def test_a_longer_list_takes_no_more_queries(name, path, team, django_db_blocker):
    world, things, client = team
    address = _address(path, things)
    with django_db_blocker.unblock(), undone():
        CASES[name](world, things, FEW)
        _asked(client, name, address)
        few, queries = _asked(client, name, address)
        CASES[name](world, things, MANY - FEW)
        many, more_queries = _asked(client, name, address)
    assert many > few
    assert more_queries == queries, f"{few} rows: {queries} queries, {many}: {more_queries}"


def _asked(client: Any, name: str, address: str) -> tuple[int, int]:
    """How many rows came, and how many statements they took."""
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(address, {**_limit(name), **PARAMETERS.get(name, {})})
    assert answer.status_code == 200, answer.content
    body = answer.json()
    return len(body if isinstance(body, list) else body["items"]), len(captured)


def _limit(name: str) -> dict[str, int]:
    """As many rows as the list gives at once, where it can be told how many."""
    (found,) = (
        ways["get"]
        for ways in DESCRIPTION["paths"].values()
        if ways.get("get", {}).get("operationId") == name
    )
    schemas = {each["name"]: each["schema"] for each in found["parameters"] if "name" in each}
    return {"limit": schemas["limit"]["maximum"]} if "limit" in schemas else {}


def _address(path: str, things: Any) -> str:
    for name in _names(path):
        path = path.replace(f"{{{name}}}", str(things[_THING.get(name, name.removesuffix("_id"))]))
    return path


def _names(path: str) -> list[str]:
    return [part.partition("}")[0] for part in path.split("{")[1:]]
