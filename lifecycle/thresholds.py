"""The numbers at which Momo takes two things for one, related, recurring or due.

They are the product's own, the same for every team: what is stored depends on them, so that another
number would need all of it to be worked out anew.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from decisions import crossrefs
from lifecycle.commitments import tuning as commitments
from lifecycle.compaction import tuning as compaction
from lifecycle.digests import tuning as digests
from lifecycle.reconcile import tuning as reconcile
from retrieval import tuning as retrieval

SIMILARITY, DAYS, DECISIONS, TIMES = "similarity, 0 to 1", "days", "decisions", "times"


@dataclass(frozen=True, slots=True)
class Threshold:
    """One number, what it means, and what uses it: `area`."""

    area: str
    name: str
    label: str
    meaning: str
    unit: str
    value: float


def thresholds() -> list[Threshold]:
    """All of them, by what uses them."""
    return [*_answers(), *_reconciling(), *_compaction(), *_commitments()]


def _answers() -> Iterator[Threshold]:
    yield Threshold(
        "answers", "min_similarity", "Related to the question",
        "From how near in meaning a memory by itself speaks for a result.",
        SIMILARITY, retrieval.MIN_SIMILARITY,
    )  # fmt: skip
    yield Threshold(
        "answers", "answer_evidence", "Enough for an answer",
        "From how much evidence, of meaning, words and people together, something counts as known. "
        "Below it the answer is that nothing is known.",
        "evidence", retrieval.ANSWER_EVIDENCE,
    )  # fmt: skip


def _reconciling() -> Iterator[Threshold]:
    yield Threshold(
        "reconciling", "link_similarity", "Cross-references",
        f"From how near two memories are linked as similar, {crossrefs.MAX_LINKS} each at most.",
        SIMILARITY, crossrefs.LINK_SIMILARITY,
    )  # fmt: skip
    yield Threshold(
        "reconciling", "same_topic", "The same topic",
        "How near a link must be for its two ends to count as one topic.",
        SIMILARITY, reconcile.SAME_TOPIC,
    )  # fmt: skip
    yield Threshold(
        "reconciling", "conflict_days", "A disagreement",
        "Within how many days two people's opposite decisions are a conflict; later, the newer one "
        "is a change of mind.",
        DAYS, reconcile.CONFLICT_DAYS,
    )  # fmt: skip
    yield Threshold(
        "reconciling", "recurring_at_least", "A recurring topic",
        f"How often a topic must come up within {reconcile.RECURRING_DAYS} days.",
        TIMES, reconcile.RECURRING_AT_LEAST,
    )  # fmt: skip


def _compaction() -> Iterator[Threshold]:
    yield Threshold(
        "compaction", "min_decisions", "When it begins",
        "From how many decisions a team's old ones are summed up every week. None is deleted.",
        DECISIONS, compaction.MIN_DECISIONS,
    )  # fmt: skip
    yield Threshold(
        "compaction", "older_than", "What is old",
        "The age from which a decision may be summed up with others.",
        DAYS, compaction.OLDER_THAN.days,
    )  # fmt: skip
    yield Threshold(
        "compaction", "similarity", "What belongs together",
        "How near to a cluster's middle a decision must be.",
        SIMILARITY, compaction.SIMILARITY,
    )  # fmt: skip
    yield Threshold(
        "compaction", "min_cluster", "How many make a summary",
        "The least decisions that are summed up as one.",
        DECISIONS, compaction.MIN_CLUSTER,
    )  # fmt: skip


def _commitments() -> Iterator[Threshold]:
    yield Threshold(
        "commitments", "due_within", "Due soon",
        "How many days ahead a commitment is listed as due.",
        DAYS, commitments.DUE_WITHIN,
    )  # fmt: skip
    yield Threshold(
        "commitments", "followed_for", "How long messages are watched",
        "After a commitment was made, for how long a message may say that it is done.",
        DAYS, commitments.FOLLOWED_FOR.days,
    )  # fmt: skip
    yield Threshold(
        "commitments", "pending_days", "Left open",
        "How long a digest asks about a question that was left open.",
        DAYS, digests.PENDING_DAYS,
    )  # fmt: skip
