"""Made up sequences: what one answer made, the next requests ask for, change and delete."""

import os

import hypothesis
import schemathesis
from hypothesis import HealthCheck
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.fuzz.test_api import api, inapplicable
from tests.lived_in import undone

MANY = int(os.environ.get("MOMO_FUZZ", "0"))
FEW = 3  # sequences in the suite
STEPS = 6  # requests a sequence


def test_what_was_made_is_there_until_it_is_deleted(team, database):
    key, _ = team
    machine = api.as_state_machine()

    class Sequence(machine):
        def setup(self) -> None:
            self._undone = undone()
            self._undone.__enter__()

        def teardown(self) -> None:
            self._undone.__exit__(None, None, None)

        def get_call_kwargs(self, case: schemathesis.Case) -> dict[str, object]:
            return {"headers": {"Authorization": f"Bearer {key}"}}

        def validate_response(self, response, case, additional_checks=None, **kwargs) -> None:
            excluded = list(inapplicable(case))
            # Two requests of a sequence may have one key: OpenAPI speaks of each by itself.
            if b"idempotency_key_reused" in response.content:
                excluded.append(positive_data_acceptance)
            case.validate_response(
                response,
                additional_checks=additional_checks,
                excluded_checks=excluded,
                headers=kwargs.get("headers"),
                transport_kwargs=kwargs or None,
                recorder=self.recorder,
            )

    Sequence.run(
        settings=hypothesis.settings(
            max_examples=MANY * 10 or FEW,
            stateful_step_count=STEPS,
            derandomize=not MANY,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
    )
