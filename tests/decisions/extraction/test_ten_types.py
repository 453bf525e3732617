"""The ten types of decision, each by the example that defines it."""

import pytest

from decisions.extraction.contract import Confidence, DecisionType, Status
from tests.decisions.extraction.conversations import decisions

EXAMPLES = {
    DecisionType.APPROVAL: "Yes, approved. Go ahead with the proposal.",
    DecisionType.REJECTION: "Let's not pursue this vendor.",
    DecisionType.SELECTION: "We'll go with React for the frontend.",
    DecisionType.DELEGATION: "Sarah will handle the client onboarding.",
    DecisionType.COMMITMENT: "I'll have the draft ready by Friday.",
    DecisionType.DIRECTION: "Moving forward, we're focusing on enterprise.",
    DecisionType.CONFIRMATION: "Confirmed — meeting at 3pm tomorrow.",
    DecisionType.CANCELLATION: "Let's cancel the Q2 launch event.",
    DecisionType.NEGOTIATION: "We can do $50K instead of $65K.",
    DecisionType.PRIORITIZATION: "Let's focus on security before new features.",
}


def test_there_are_ten_types():
    assert len(DecisionType) == 10
    assert set(EXAMPLES) == set(DecisionType)


@pytest.mark.parametrize(("kind", "text"), EXAMPLES.items())
def test_the_example_of_a_type_is_that_one_decision(kind, text):
    (found,) = decisions(text)
    assert (found.type, found.confidence, found.status) == (kind, Confidence.HIGH, Status.DECIDED)
    assert found.quote == text


@pytest.mark.parametrize(("kind", "text"), EXAMPLES.items())
def test_it_is_found_as_well_in_the_middle_of_a_message(kind, text):
    (found,) = decisions(f"Hi Bob,\n\nit was good to see you all. {text} The weather is nice.")
    assert (found.type, found.quote) == (kind, text)
