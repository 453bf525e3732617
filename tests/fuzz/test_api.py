"""Made up requests to every endpoint: each is answered as docs/openapi.yaml says.

A few an endpoint here; `make fuzz` sends thousands (MOMO_FUZZ says how many an endpoint).
"""

import base64
import json
import os
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import (
    negative_data_rejection,
    positive_data_acceptance,
    response_schema_conformance,
    use_after_free,
)

from tests.lived_in import undone

DESCRIPTION = Path(__file__).resolve().parents[2] / "docs" / "openapi.yaml"
MANY = int(os.environ.get("MOMO_FUZZ", "0"))
FEW = 3  # requests an endpoint in the suite

api = schemathesis.openapi.from_path(DESCRIPTION)
api.app = get_wsgi_application()
api.config.phases.coverage.enabled = bool(MANY)
checks = api.config.checks
for check in (checks.positive_data_acceptance, checks.negative_data_rejection):
    check.expected_statuses = [*check.expected_statuses, "412"]  # any text is an If-Match
checks.negative_data_rejection.expected_statuses.append("413")  # and what is wrong may be long
api.config.generation.with_security_parameters = False  # every request has the key
api.config.generation.allow_x00 = False  # is refused everywhere, which OpenAPI cannot say
schemathesis.openapi.format(
    "cursor",
    st.builds(
        lambda at, row: base64.urlsafe_b64encode(
            json.dumps([at.isoformat(), str(row)]).encode()
        ).decode(),
        st.datetimes(timezones=st.just(UTC)),
        st.uuids(),
    ),
)


# What is uploaded lies in files that the sender's side of the test leaves open.
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)

# What OpenAPI cannot say of a request, so that one that fits the description may be refused.
RULES = {
    "change_decisions": "there is something to change",
    "change_saved_view": "a query is one that the list would take",
    "choose": "what is chosen is there at the service",
    "complete_authorization": "the person allowed it in the browser before",
    "create_decision": "everybody has a name, an address or a handle",
    "create_memory": "everybody has a name, an address or a handle",
    "create_webhook_endpoint": "an address is public and begins with https",
    "edit_decision": "everybody has a name, an address or a handle",
    "edit_memory": "everybody has a name, an address or a handle",
    "erase": "exactly one of an item, a source and a person is named",
    "export_audit_events": "an action is named as ours are",
    "get_dashboard": "either weeks are given or two days, the earlier one first",
    "hand_in": "the paths are as many as the files",
    "judge_answer": "only a bad answer has a fault",
    "list_audit_events": "an action is named as ours are",
    "list_commitments": "a cursor came from this list, in this order",
    "list_conversations": "what is searched for has words",
    "list_decisions": "a cursor came from this list, in this order",
    "list_memories": "a cursor came from this list, in this order",
    "place_legal_hold": "a source is one of those that there are",
    "preview_digest": "a day is one that a calendar has",
    "preview_retention": "a policy is for one channel or for what is one's own",
    "ratify_decision": "an edit has changes, nothing else has",
    "read_usage": "the earlier day comes first",
    "replace_budgets": "a budget has tokens, a cost or both",
    "save_view": "a query is one that the list would take",
    "set_retention_policy": "a source is one of those that there are",
    "state_identity": "a source is one of those that there are",
    "subscribe_digest": "a time zone is one of those that there are",
    "update_digest_subscription": "a time zone is one of those that there are",
    "update_team": "a time zone is one of those that there are",
    "update_webhook_endpoint": "an address is public and begins with https",
    "upload": "the file is an export that can be told",
}
FORMS = {"upload"}  # the test's side leaves out of a form what is empty, and then it is right
REVOKED = {"get_key", "rename_key"}  # a key that was deleted is told of, as revoked
FROM_BUILT = {"export_graph"}  # what it answers has a part of the web client in it


@api.parametrize()
@hypothesis.settings(
    max_examples=MANY or FEW, derandomize=not MANY, deadline=None, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
def test_every_request_is_answered_as_described(case: schemathesis.Case, team, database):
    key, ids = team
    if _operation(case) in FROM_BUILT and not (settings.WEB_BUILT / "manifest.json").exists():
        pytest.skip("needs the built web client: make web")
    ids.put_into(case)
    with undone():
        case.call_and_validate(
            headers={"Authorization": f"Bearer {key}"}, excluded_checks=list(inapplicable(case))
        )


def inapplicable(case: schemathesis.Case) -> Iterator[Any]:
    if "fields" in (case.query or {}):  # then an answer has not all that it must have else
        yield response_schema_conformance
    if _operation(case) in FORMS:
        yield negative_data_rejection
    if _operation(case) in REVOKED:
        yield use_after_free
    if _operation(case) in RULES or _has_blanks(case.body) or _has_blanks(case.query):
        yield positive_data_acceptance


def _has_blanks(value: Any) -> bool:
    """Text of white space alone, which is none: OpenAPI counts its characters."""
    if isinstance(value, dict | list):
        return any(map(_has_blanks, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str) and bool(value) and not value.strip()


def _operation(case: schemathesis.Case) -> str:
    return str(case.operation.definition.raw["operationId"])


def test_every_rule_is_of_an_endpoint_that_there_is():
    known = {found.ok().definition.raw["operationId"] for found in api.get_all_operations()}
    assert RULES.keys() - known == set()
