"""What an endpoint can be told of."""

from enum import StrEnum


class Event(StrEnum):
    DECISION_MADE = "decision.made"
    DECISION_SUPERSEDED = "decision.superseded"
    DECISION_REVERSED = "decision.reversed"
    CONFLICT_OPENED = "conflict.opened"
    COMMITMENT_DUE = "commitment.due"


TEST = "webhook.test"  # sent when somebody asks for it, whatever the endpoint listens to
EVENTS = [event.value for event in Event]
MEANING = {
    Event.DECISION_MADE: "A decision was found or stated, or was shared or confirmed by now.",
    Event.DECISION_SUPERSEDED: "A newer decision replaced an older one.",
    Event.DECISION_REVERSED: "A decision was taken back.",
    Event.CONFLICT_OPENED: "Two decisions cannot both hold, and a person must say which one does.",
    Event.COMMITMENT_DUE: "What somebody took on is due today, as the team's time zone has it.",
}
