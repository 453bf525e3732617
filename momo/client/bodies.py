"""Written by `make openapi` from docs/openapi.yaml: not edited."""

# ruff: noqa

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal, NotRequired, TypedDict
from uuid import UUID


class BudgetBodyRequest(TypedDict):
    """The most that may be used in each day or month; null is no limit."""

    stage: NotRequired[
        "Literal['extract', 'embed', 'reconcile', 'compact', 'answer'] | Literal['']"
    ]
    period: "Literal['day', 'month']"
    tokens: NotRequired["int | None"]
    cost: NotRequired["Decimal | str | None"]


class BulkChangeRequest(TypedDict):
    """What to do with each decision; `delete` goes alone."""

    tags_add: NotRequired["Sequence[str]"]
    tags_remove: NotRequired["Sequence[str]"]
    archive: NotRequired["bool | None"]
    status: NotRequired["Literal['decided', 'pending', 'reversed']"]
    visibility: NotRequired["Literal['private', 'shared', 'secret']"]
    delete: NotRequired["bool"]


class DecisionFilterRequest(TypedDict):
    """Conditions that all must hold."""

    type: NotRequired[
        "Sequence[Literal['approval', 'rejection', 'selection', 'delegation', 'commitment', 'direction', 'confirmation', 'cancellation', 'negotiation', 'prioritization']]"
    ]
    status: NotRequired["Sequence[Literal['decided', 'pending', 'reversed']]"]
    holds: NotRequired["Sequence[Literal['holds', 'superseded', 'reversed', 'pending']]"]
    source: NotRequired["Sequence[str]"]
    confidence: NotRequired["Sequence[Literal['high', 'medium', 'low']]"]
    visibility: NotRequired["Sequence[Literal['private', 'shared', 'restricted', 'secret']]"]
    person: NotRequired["str"]
    project: NotRequired["str"]
    entity: NotRequired["str"]
    tag: NotRequired["Sequence[str]"]
    tags_all: NotRequired["Sequence[str]"]
    tags_any: NotRequired["Sequence[str]"]
    tags_none: NotRequired["Sequence[str]"]
    since: NotRequired["datetime | str"]
    until: NotRequired["datetime | str"]
    as_of: NotRequired["datetime | str"]
    due: NotRequired["Literal['overdue', 'week', 'any']"]
    archived: NotRequired["bool | None"]
    q: NotRequired["str"]
    include_secret: NotRequired["bool"]


class EntityBodyRequest(TypedDict):
    name: "str"
    type: (
        "Literal['person', 'organization', 'project', 'technology', 'location', 'event', 'concept']"
    )


class FiltersBodyRequest(TypedDict):
    """All must hold. `as_of` asks as if on that day. Reversed and archived memories are left out
    unless asked for; secret ones too, and they are their owner's alone.
    """

    kinds: NotRequired[
        "Sequence[Literal['decision', 'fact', 'preference', 'observation', 'action_item', 'correction', 'summary']]"
    ]
    decision_types: NotRequired[
        "Sequence[Literal['approval', 'rejection', 'selection', 'delegation', 'commitment', 'direction', 'confirmation', 'cancellation', 'negotiation', 'prioritization']]"
    ]
    statuses: NotRequired["Sequence[Literal['decided', 'pending', 'reversed']]"]
    sources: NotRequired["Sequence[str]"]
    visibility: NotRequired["Sequence[Literal['private', 'shared', 'restricted', 'secret']]"]
    people: NotRequired["Sequence[str]"]
    projects: NotRequired["Sequence[str]"]
    entities: NotRequired["Sequence[str]"]
    tags_all: NotRequired["Sequence[str]"]
    tags_any: NotRequired["Sequence[str]"]
    tags_none: NotRequired["Sequence[str]"]
    since: NotRequired["datetime | str"]
    until: NotRequired["datetime | str"]
    as_of: NotRequired["datetime | str"]
    include_superseded: NotRequired["bool"]
    include_reversed: NotRequired["bool"]
    include_archived: NotRequired["bool"]
    include_secret: NotRequired["bool"]


class MemoryChangeRequest(TypedDict):
    """The fields to change. The quote stays: it is what the source says."""

    title: NotRequired["str"]
    summary: NotRequired["str"]
    rationale: NotRequired["str"]
    decision_type: NotRequired[
        "Literal['approval', 'rejection', 'selection', 'delegation', 'commitment', 'direction', 'confirmation', 'cancellation', 'negotiation', 'prioritization']"
    ]
    confidence: NotRequired["Literal['high', 'medium', 'low']"]
    status: NotRequired["Literal['decided', 'pending', 'reversed']"]
    options: NotRequired["Sequence[OptionBodyRequest]"]
    people: NotRequired["Sequence[PersonBodyRequest]"]
    owner_name: NotRequired["str"]
    due_on: NotRequired["date | str | None"]
    importance: NotRequired["float"]
    tags: NotRequired["Sequence[str]"]
    visibility: NotRequired["Literal['private', 'shared', 'secret']"]


class OptionBodyRequest(TypedDict):
    """`by` is the name of who argued for the outcome."""

    option: "str"
    chosen: "bool"
    reason: NotRequired["str"]
    by: NotRequired["str"]


class ParametersBodyRequest(TypedDict):
    """Numbers that results are ranked with, each within its bounds; null goes back to the
    default.
    """

    recency_weight: NotRequired["float | None"]
    decay_days: NotRequired["float | None"]
    recency_floor: NotRequired["float | None"]
    superseded_factor: NotRequired["float | None"]
    observation_factor: NotRequired["float | None"]
    meaning_weight: NotRequired["float | None"]
    words_weight: NotRequired["float | None"]
    people_weight: NotRequired["float | None"]
    time_weight: NotRequired["float | None"]
    duplicate_overlap: NotRequired["float | None"]


class PersonBodyRequest(TypedDict):
    name: NotRequired["str"]
    email: NotRequired["str"]
    handle: NotRequired["str"]
    role: NotRequired["str"]


class RetrievalSettingsBodyRequest(TypedDict):
    """What is left out stays; null goes back to the default."""

    backend: NotRequired["Literal['vector', 'lexical', 'hybrid', 'rrf'] | None"]
    graph: NotRequired["Literal['off', 'hops', 'sem_ppr'] | None"]
    parameters: NotRequired["ParametersBodyRequest"]
