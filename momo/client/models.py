"""Written by `make openapi` from docs/openapi.yaml: not edited."""

# ruff: noqa

from __future__ import annotations


from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from momo.client.calls import Model


class AccuracyDetail(Model):
    """Of the decisions that the reader sees and their deciders judged."""

    team: JudgedItem
    by_type: dict[str, JudgedItem]
    by_source: dict[str, JudgedItem]


class AgentItem(Model):
    id: UUID
    name: str
    created_at: datetime


class AgentItemPage(Model):
    items: list[AgentItem]
    next: str | None


class AnswerAccuracyDetail(Model):
    """Of the answers that those who asked judged. `unknown` are those that said that nothing is
    known; `faults` counts what was wrong with the others.
    """

    team: ThumbsItem
    by_provider: dict[str, ThumbsItem]
    unknown: ThumbsItem
    faults: dict[str, int]


class AnswerItem(Model):
    """`known` is false where nothing that was found supports an answer; `searched` then says what
    was looked through. `provider` is the model, or "extractive" where the found words answer
    themselves.
    """

    text: str
    citations: list[CitationItem]
    known: bool
    provider: str
    searched: SearchedItem | None


class AuditActions(Model):
    items: list[str]


class AuditItem(Model):
    """Ids and settings only: nothing that a person wrote, but for `actor`, the name of who did it
    as far as they are still there.
    """

    id: UUID
    number: int
    at: datetime
    actor_id: UUID
    actor: str
    action: str
    subject: str | None = Field(default=None)
    details: Any = Field(default=None)


class AuditItemPage(Model):
    items: list[AuditItem]
    next: str | None


class AuditVerification(Model):
    intact: bool
    first_broken: int | None


class AuthorizationItem(Model):
    """Send the person's browser to `url`."""

    id: UUID
    url: str
    expires_at: datetime


class AwaitingItem(Model):
    """With what was said, word for word, and why: one cannot tell without whether it is right."""

    id: UUID
    kind: Literal[
        "decision", "fact", "preference", "observation", "action_item", "correction", "summary"
    ]
    title: str
    summary: str
    decision_type: (
        Literal[
            "approval",
            "rejection",
            "selection",
            "delegation",
            "commitment",
            "direction",
            "confirmation",
            "cancellation",
            "negotiation",
            "prioritization",
        ]
        | Literal[""]
    )
    confidence: Literal["high", "medium", "low"] | Literal[""]
    status: Literal["decided", "pending", "reversed"] | Literal[""]
    holds: Literal["holds", "superseded", "reversed", "pending"] | Literal[""]
    people: list[PersonItem]
    owner_name: str
    due_on: date | None
    importance: float
    tags: list[str]
    source: str
    source_date: datetime
    source_url: str
    visibility: Literal["private", "shared", "restricted", "secret"]
    owner_id: UUID | None
    valid_from: datetime
    invalid_at: datetime | None
    superseded_by: UUID | None
    occurrence_count: int
    first_seen_at: datetime
    last_seen_at: datetime
    archived_at: datetime | None
    edited_at: datetime | None
    updated_at: datetime
    quote: str | None = Field(default=None)
    rationale: str | None = Field(default=None)


class AwaitingItemPage(Model):
    items: list[AwaitingItem]
    next: str | None


class BacklogItem(Model):
    """Items that wait, by stage; that were set aside with an error; that are done."""

    waiting: StageCounts
    parked: int
    done: int


class BudgetItem(Model):
    """A budget, what was used of it, and when it renews."""

    stage: str
    period: Literal["day", "month"]
    tokens: int | None
    cost: Decimal | None
    used_tokens: int
    used_cost: Decimal
    spent: bool
    renews_at: datetime


class BudgetsItem(Model):
    """`batch_backfills` says whether what is imported is read in batches, later and for less."""

    currency: str
    batch_backfills: bool
    budgets: list[BudgetItem]


class BulkOutcome(Model):
    """`problem` is why it was left as it was; null where it went through."""

    id: UUID
    ok: bool
    problem: Problem | None


class BulkOutcomes(Model):
    items: list[BulkOutcome]
    changed: int
    refused: int


class ChangeItem(Model):
    """One thing that happened to a decision. `by_id` and `by` are what replaced it, where that may
    be seen; `who` is the person who said so, and empty where a source or a rule did.
    """

    at: datetime
    what: Literal["replaced", "reversed", "restored", "decided", "pending"]
    by_id: UUID | None
    by: str
    reason: str
    evidence: str
    who: str
    rule: str


class ChoiceItem(Model):
    """Something that can be collected or not. A private one is named to its members only."""

    id: str
    name: str
    kind: str
    private: bool
    chosen: bool


class ChoicesItem(Model):
    """`all`: nobody chose yet. `complete` is false where there are more than are listed."""

    items: list[ChoiceItem]
    all: bool
    complete: bool


class CitationItem(Model):
    """A numbered source. `holds` says whether what it says is still so; `superseded_by` is null
    too where the reader does not see what replaced it.
    """

    number: int
    memory_id: UUID
    title: str
    quote: str
    url: str
    source: str
    container: str
    date: datetime
    author: str
    holds: Literal["holds", "superseded", "reversed", "pending"]
    superseded_by: SuccessorItem | None


class CommitmentItem(Model):
    """`closed_by` is the person, and `rule` what read the message (`evidence`, in its words), that
    said last whether it is done.
    """

    id: UUID
    kind: Literal[
        "decision", "fact", "preference", "observation", "action_item", "correction", "summary"
    ]
    title: str
    quote: str
    owner: str
    due_on: date | None
    state: Literal["open", "due", "overdue", "closed"]
    visibility: str
    source: str
    source_url: str
    source_date: datetime
    closed_at: datetime | None
    closed_by: str
    rule: str
    evidence_id: UUID | None
    evidence: str


class CommitmentItemPage(Model):
    items: list[CommitmentItem]
    next: str | None


class ComparedItem(Model):
    query: str
    current: list[PlacedItem]
    proposed: list[PlacedItem]


class ConflictItem(Model):
    """Two memories that cannot both hold. `holds` is empty until a person settles it."""

    id: UUID
    older: ConflictSide
    newer: ConflictSide
    reason: str
    created_at: datetime
    holds: Literal["older", "newer", "both"] | Literal[""]
    resolved_by: UUID | None
    resolved_at: datetime | None


class ConflictItemPage(Model):
    items: list[ConflictItem]
    next: str | None


class ConflictSide(Model):
    """One of the two, in its own words."""

    id: UUID
    kind: Literal[
        "decision", "fact", "preference", "observation", "action_item", "correction", "summary"
    ]
    title: str
    summary: str | None = Field(default=None)
    quote: str | None = Field(default=None)
    rationale: str | None = Field(default=None)
    people: list[PersonItem]
    status: Literal["decided", "pending", "reversed"] | Literal[""] | None = Field(default=None)
    visibility: Literal["private", "shared", "restricted", "secret"] | None = Field(default=None)
    source: str | None = Field(default=None)
    source_url: str | None = Field(default=None)
    source_date: datetime
    superseded_by: UUID | None = Field(default=None)


class ConnectionDetail(Model):
    """`run` counts the bringing in that is going on, or was last."""

    state: Literal["connected", "needs_attention", "paused", "disconnected"]
    problem: str
    account_name: str
    heard_at: datetime | None
    next_step: str
    scopes: list[str]
    connected_by: UUID
    connected_at: datetime
    tasks: list[TaskItem]
    run: RunItem | None


class ContextItem(Model):
    """Text of at most the asked tokens and bytes; `sources` are numbered as in it. `dropped`
    results did not fit, `shortened` ones are told in less detail than their age would give them.
    """

    text: str
    format: Literal["markdown", "xml"]
    sources: list[ContextSource]
    tokens: int
    bytes: int
    dropped: int
    shortened: int


class ContextSource(Model):
    number: int
    tier: Literal["full", "summary", "minimal"]
    memory_id: UUID
    title: str
    source: FoundSource
    holds: Literal["holds", "superseded", "reversed", "pending"]


class ContributionItem(Model):
    """A part of a score: what was measured, what one unit of it adds (0 where it is no multiple),
    and what it added.
    """

    name: str
    value: float
    weight: float
    contribution: float


class ConversationItem(Model):
    """`title` is the name it was given (`is_named`), else its first question. `link` is what the
    address of the shared conversation ends with, null while it is not shared; `shared_at` is when
    it was last: what was asked later is not in it.
    """

    id: UUID
    title: str
    is_named: bool
    link: UUID | None
    shared_at: datetime | None
    created_at: datetime
    active_at: datetime


class ConversationItemPage(Model):
    items: list[ConversationItem]
    next: str | None


class CountedItem(Model):
    """`label` is the name where `value` is an entity's id, else the value itself."""

    value: str
    label: str
    count: int


class DashboardItem(Model):
    """As far as the reader sees it. Weeks begin on Monday in the team's time zone; every week of
    the span is there. `until` is its last day.
    """

    time_zone: str
    since: date
    until: date
    weeks: list[WeekItem]
    totals: TotalsItem
    open: OpenItem
    commitments: OwedItem
    recurring: list[RecurringItem]
    people: list[NamedItem]
    projects: list[NamedItem]
    sources: SourcesItem


class DeliveryItem(Model):
    """Something that the service sent: what it was, never what was in it."""

    id: UUID
    delivery_id: str
    event: str
    state: Literal["received", "read", "ignored", "failed"] | None = Field(default=None)
    received_at: datetime
    read_at: datetime | None = Field(default=None)
    attempts: int | None = Field(default=None)
    error: str | None = Field(default=None)


class DeliveryItemPage(Model):
    items: list[DeliveryItem]
    next: str | None


class DemoItem(Model):
    """`items` messages, mails and pages were taken in, and are being read for decisions.
    `question` is what to ask first.
    """

    items: int
    question: str


class DigestDetail(Model):
    """What a digest of a period says. `is_news` is false where it would not be sent."""

    team: str
    reader: str
    cadence: Literal["day", "week", "month"]
    first_day: date
    last_day: date
    time_zone: str
    is_news: bool
    sections: list[DigestSection]
    rendered: RenderedDigest | None = Field(default=None)


class DigestEntry(Model):
    """`about` is a decision, `now` what took its place. `day` is when it was said or is due, and
    `days` how long it is open, late, or until it is due.
    """

    about: LinkedItem
    now: LinkedItem | None
    day: date
    people: list[str]
    where: str
    reason: str
    yours: bool
    days: int
    times: int
    in_all: int
    recurring: bool


class DigestItem(Model):
    """One period of a subscription: what it held, and whether it was sent. `parked` waits for a
    person: `error` says why.
    """

    id: UUID
    subscription_id: UUID
    cadence: Literal["day", "week", "month"]
    first_day: date
    last_day: date
    state: Literal["due", "sent", "empty", "parked"]
    counts: dict[str, int]
    error: str | None = Field(default=None)
    created_at: datetime
    sent_at: datetime | None = Field(default=None)


class DigestItemPage(Model):
    items: list[DigestItem]
    next: str | None


class DigestSection(Model):
    """`total` is how many there are; the first of them are listed."""

    part: Literal["decided", "changed", "overdue", "due", "pending", "again"]
    title: str
    total: int
    entries: list[DigestEntry]


class DisconnectedItem(Model):
    """`erasure` is null where all is kept."""

    erasure: ErasureItem | None


class DroppedItem(Model):
    """What landed and is not among the results; `repeats` is the better one that it repeats, or
    that is from the same message.
    """

    id: UUID
    title: str
    reason: Literal["no_evidence", "repeats", "same_source", "limit"]
    score: float
    repeats: UUID | None


class EndpointItem(Model):
    """`problem` says why it was switched off, where nobody did; `failing_since` is null while what
    is sent is taken; until `old_secret_until` the secret before signs, too.
    """

    id: UUID
    url: str
    description: str | None = Field(default=None)
    events: list[str]
    active: bool | None = Field(default=None)
    problem: str | None = Field(default=None)
    failing_since: datetime | None = Field(default=None)
    old_secret_until: datetime | None = Field(default=None)
    created_by: UUID
    created_at: datetime


class EndpointItemPage(Model):
    items: list[EndpointItem]
    next: str | None


class EndpointSecret(Model):
    """`secret` is shown this once."""

    id: UUID
    url: str
    description: str | None = Field(default=None)
    events: list[str]
    active: bool | None = Field(default=None)
    problem: str | None = Field(default=None)
    failing_since: datetime | None = Field(default=None)
    old_secret_until: datetime | None = Field(default=None)
    created_by: UUID
    created_at: datetime
    secret: str


class EntityDetailItem(Model):
    """An entity, the names that it goes by and what people said of these."""

    entity: EntityItem
    names: list[EntityNameItem]
    verdicts: list[EntityVerdictItem]


class EntityItem(Model):
    id: UUID
    type: Literal[
        "person", "organization", "project", "technology", "location", "event", "concept", "thread"
    ]
    name: str
    aliases: list[str]
    emails: list[str]
    handles: list[str]
    visibility: Literal["private", "shared", "restricted", "secret"]
    memories: int
    created_at: datetime


class EntityItemPage(Model):
    items: list[EntityItem]
    next: str | None


class EntityNameItem(Model):
    id: UUID
    entity_id: UUID
    type: Literal[
        "person", "organization", "project", "technology", "location", "event", "concept", "thread"
    ]
    spelled: list[str]
    emails: list[str]
    handles: list[str]
    visibility: Literal["private", "shared", "restricted", "secret"]


class EntityOfMemory(Model):
    id: UUID
    type: Literal[
        "person", "organization", "project", "technology", "location", "event", "concept", "thread"
    ]
    name: str
    relation: str
    role: str


class EntityVerdictItem(Model):
    """What a person said of two names; `act` is what undoes it."""

    id: UUID
    a_id: UUID
    b_id: UUID
    verdict: Literal["same", "different", "undecided"]
    by_principal: UUID | None
    reason: str
    act: UUID | None
    created_at: datetime


class ErasureItem(Model):
    """Rows by table that were erased (would be, in a dry run), and how many of them are there when
    they are counted again. Ask again where it is not `finished`.
    """

    erased: dict[str, int]
    verified: dict[str, int]
    rebased: int
    reinstated: int
    read_again: int
    left: int
    finished: bool


class ExchangeItem(Model):
    """A question and its answer. `holds` of its citations is as of now; `thumb` is what whoever
    asked thinks of it, and `fault` what was wrong.
    """

    id: UUID
    question: str
    query: str
    asked_at: datetime
    as_of: datetime | None
    state: Literal["asking", "done", "stopped", "failed"]
    withheld: Literal["erased", "unseen"] | Literal[""]
    text: str
    citations: list[CitationItem]
    known: bool
    provider: str
    searched: SearchedItem | None
    conversation_id: UUID
    filters: FiltersItem
    thumb: Literal["up", "down"] | Literal[""]
    fault: Literal["wrong", "outdated", "incomplete", "off_topic", "bad_source"] | Literal[""]


class ExchangeItemPage(Model):
    items: list[ExchangeItem]
    next: str | None


class ExplanationItem(Model):
    """How the search went. `read` says how the query was understood, `question` what kind of answer
    it asks for. `why` is in the order of the results; `dropped` counts by reason what
    landed and is not among them, `nearest` are the best of those; `seconds` are by stage.
    """

    terms: list[str]
    names: list[str]
    dense_text: str
    read: list[str]
    question: str
    candidates: int
    reached: int
    ties: dict[str, str]
    seconds: dict[str, float]
    why: list[WhyItem]
    dropped: dict[str, int]
    nearest: list[DroppedItem]


class ExtractionTallies(Model):
    items: list[ExtractionTallyItem]


class ExtractionTallyItem(Model):
    """Of one day and extractor. `noise` was never shown to it; `dropped` are decisions that it
    claimed and that no message says.
    """

    day: date
    extractor: str
    messages: int | None = Field(default=None)
    noise: int | None = Field(default=None)
    decisions: int | None = Field(default=None)
    dropped: int | None = Field(default=None)


class FacetCounts(Model):
    """Each facet's values, the most frequent first; of tags, people and projects at most 50."""

    type: list[CountedItem]
    status: list[CountedItem]
    holds: list[CountedItem]
    source: list[CountedItem]
    confidence: list[CountedItem]
    visibility: list[CountedItem]
    tag: list[CountedItem]
    person: list[CountedItem]
    project: list[CountedItem]


class FacetsDetail(Model):
    """How many decisions pass the filters: in all, and of each value."""

    total: int
    counts: FacetCounts


class FiltersItem(Model):
    """The filters that were set."""

    kinds: (
        list[
            Literal[
                "decision",
                "fact",
                "preference",
                "observation",
                "action_item",
                "correction",
                "summary",
            ]
        ]
        | None
    ) = Field(default=None)
    decision_types: (
        list[
            Literal[
                "approval",
                "rejection",
                "selection",
                "delegation",
                "commitment",
                "direction",
                "confirmation",
                "cancellation",
                "negotiation",
                "prioritization",
            ]
        ]
        | None
    ) = Field(default=None)
    statuses: list[Literal["decided", "pending", "reversed"]] | None = Field(default=None)
    sources: list[str] | None = Field(default=None)
    visibility: list[Literal["private", "shared", "restricted", "secret"]] | None = Field(
        default=None
    )
    people: list[str] | None = Field(default=None)
    projects: list[str] | None = Field(default=None)
    entities: list[str] | None = Field(default=None)
    tags_all: list[str] | None = Field(default=None)
    tags_any: list[str] | None = Field(default=None)
    tags_none: list[str] | None = Field(default=None)
    since: datetime | None = Field(default=None)
    until: datetime | None = Field(default=None)
    as_of: datetime | None = Field(default=None)
    include_superseded: bool | None = Field(default=None)
    include_reversed: bool | None = Field(default=None)
    include_archived: bool | None = Field(default=None)
    include_secret: bool | None = Field(default=None)


class Found(Model):
    """`degraded` says why a part of the search was left out, if one was."""

    query: str
    intent: Literal["person", "project", "deadline", "decision", "general"]
    results: list[FoundItem]
    degraded: str
    explanation: ExplanationItem | None


class FoundItem(Model):
    """A memory that was found. `holds` says whether what it says is still so."""

    id: UUID
    kind: Literal[
        "decision", "fact", "preference", "observation", "action_item", "correction", "summary"
    ]
    title: str
    summary: str
    rationale: str
    decision_type: str
    confidence: str
    status: str
    options: list[dict[str, Any]]
    people: list[dict[str, str]]
    entities: list[str]
    owner_name: str
    due_on: date | None
    importance: float
    tags: list[str]
    visibility: Literal["private", "shared", "restricted", "secret"]
    source: FoundSource
    holds: Literal["holds", "superseded", "reversed", "pending"]
    superseded_by: RelatedItem | None
    replaced: list[RelatedItem]
    occurrences: int
    first_seen_at: datetime
    last_seen_at: datetime
    score: float
    signals: SignalsItem
    via: str


class FoundNodes(Model):
    """Best first. Of an entity the importance is not known before it is drawn."""

    items: list[GraphNodeItem]


class FoundSource(Model):
    source: str
    date: datetime
    url: str
    container: str
    author: str
    quote: str


class GraphEdgeItem(Model):
    source: UUID
    target: UUID
    kind: str
    role: str
    weight: float
    first_at: datetime | None


class GraphItem(Model):
    """`left_out` counts the memories that found no room, of a neighborhood whatever else is so
    near. It counts what the reader sees.
    """

    nodes: list[GraphNodeItem]
    edges: list[GraphEdgeItem]
    left_out: int


class GraphNodeItem(Model):
    """`type` is a memory's kind or an entity's type; `holds`, `date`, `source` and `invalid_at` are
    memories' alone. It is there from `first_at` on, and no longer holds from `invalid_at` on.
    """

    id: UUID
    is_memory: bool
    type: Literal[
        "action_item",
        "concept",
        "correction",
        "decision",
        "event",
        "fact",
        "location",
        "observation",
        "organization",
        "person",
        "preference",
        "project",
        "summary",
        "technology",
        "thread",
    ]
    label: str
    importance: float
    summary: str
    decision_type: str
    holds: Literal["holds", "superseded", "reversed", "pending"] | None
    date: datetime | None
    source: str
    first_at: datetime | None
    invalid_at: datetime | None
    hops: int | None
    score: float | None


class HealthItem(Model):
    """How a live connection is. `next_step` says what a person must do, if anything."""

    state: Literal["connected", "needs_attention", "paused", "disconnected"]
    problem: str
    account_name: str
    heard_at: datetime | None
    next_step: str


class HistoryDetail(Model):
    """What was decided on a topic, oldest first; `more` that the oldest were left out."""

    entries: list[HistoryEntry]
    more: bool


class HistoryEntry(Model):
    """A decision of a topic, and what became of it, oldest first."""

    id: UUID
    title: str
    summary: str
    rationale: str
    quote: str
    status: str
    holds: Literal["holds", "superseded", "reversed", "pending"]
    at: datetime
    people: list[PersonItem]
    source: str
    source_url: str
    tie: Literal["asked", "replaced", "similar", "named"]
    changes: list[ChangeItem]


class HoldItem(Model):
    id: UUID
    integration_id: UUID | None = Field(default=None)
    source: str | None = Field(default=None)
    person: str | None = Field(default=None)
    since: datetime | None = Field(default=None)
    until: datetime | None = Field(default=None)
    reason: str
    placed_by: UUID
    placed_at: datetime
    released_by: UUID | None = Field(default=None)
    released_at: datetime | None = Field(default=None)


class HoldItemPage(Model):
    items: list[HoldItem]
    next: str | None


class IdentityItem(Model):
    id: UUID
    source: str
    external_id: str
    name: str | None = Field(default=None)
    principal_id: UUID
    linked_by: UUID
    linked_at: datetime


class IdentityItemPage(Model):
    items: list[IdentityItem]
    next: str | None


class InboxItem(Model):
    """As far as the reader may see it: open conflicts, decisions that wait for the reader's own
    word, and open commitments that are late, of all and of the reader's own. `own_due` are the
    reader's within a week.
    """

    conflicts: int
    awaiting: int
    overdue: int
    own_overdue: int
    own_due: int


class IndexItem(Model):
    """How far the index is, by what the reader sees, and the last reindexing."""

    model: str
    configured: str
    memories: int
    indexed: int
    state: Literal["running", "waiting", "parked", "finished"] | Literal[""]
    target: str
    progress: float
    left_out: bool
    error: str
    started_at: datetime | None
    finished_at: datetime | None


class IntegrationDetail(Model):
    """`connection` is null for a source of files."""

    id: UUID
    kind: str
    source: str
    name: str
    default_visibility: str
    visibility: Literal["private", "shared", "restricted", "secret"] | None = Field(default=None)
    owner_id: UUID | None = Field(default=None)
    created_at: datetime
    last_synced_at: datetime | None = Field(default=None)
    connection: ConnectionDetail | None


class InvitationItem(Model):
    id: UUID
    email: str
    role: Literal["owner", "admin", "member"] | None = Field(default=None)
    invited_by: UUID
    created_at: datetime
    expires_at: datetime


class InvitationItemPage(Model):
    items: list[InvitationItem]
    next: str | None


class JudgedItem(Model):
    """`share` is that of `confirmed` among `judged`, in 0..1; null where none was judged."""

    judged: int
    confirmed: int
    edited: int
    rejected: int
    share: float | None


class KeyItem(Model):
    id: UUID
    principal_id: UUID
    name: str
    prefix: str
    scopes: list[str]
    created_at: datetime
    expires_at: datetime | None = Field(default=None)
    last_used_at: datetime | None = Field(default=None)
    revoked_at: datetime | None = Field(default=None)


class KeyItemPage(Model):
    items: list[KeyItem]
    next: str | None


class LineageDetail(Model):
    """All decisions before and after one, oldest first, and what says that they replaced."""

    decisions: list[MemoryItem]
    supersessions: list[SupersessionItem]


class LinkedItem(Model):
    id: UUID
    title: str
    url: str


class ListedIntegration(Model):
    """`connection` is null for a source of files."""

    id: UUID
    kind: str
    source: str
    name: str
    default_visibility: str
    visibility: Literal["private", "shared", "restricted", "secret"] | None = Field(default=None)
    owner_id: UUID | None = Field(default=None)
    created_at: datetime
    last_synced_at: datetime | None = Field(default=None)
    connection: HealthItem | None


class ListedIntegrationPage(Model):
    items: list[ListedIntegration]
    next: str | None


class Me(Model):
    """Who asks. `team` is the one that requests act in; null where none is chosen."""

    id: UUID
    kind: Literal["user", "agent"]
    name: str
    email: str | None
    team: TeamItem | None
    scopes: list[Literal["read", "write", "admin"]]
    teams: list[TeamItem]


class Member(Model):
    id: UUID
    name: str
    email: str
    role: Literal["owner", "admin", "member"]
    joined_at: datetime


class MemberPage(Model):
    items: list[Member]
    next: str | None


class MemoryDetail(Model):
    """`holds` is how it stands, at `as_of` where a list was asked for that; empty of what is no
    decision.
    """

    id: UUID
    kind: Literal[
        "decision", "fact", "preference", "observation", "action_item", "correction", "summary"
    ]
    title: str
    summary: str
    decision_type: (
        Literal[
            "approval",
            "rejection",
            "selection",
            "delegation",
            "commitment",
            "direction",
            "confirmation",
            "cancellation",
            "negotiation",
            "prioritization",
        ]
        | Literal[""]
    )
    confidence: Literal["high", "medium", "low"] | Literal[""]
    status: Literal["decided", "pending", "reversed"] | Literal[""]
    holds: Literal["holds", "superseded", "reversed", "pending"] | Literal[""]
    people: list[PersonItem]
    owner_name: str
    due_on: date | None
    importance: float
    tags: list[str]
    source: str
    source_date: datetime
    source_url: str
    visibility: Literal["private", "shared", "restricted", "secret"]
    owner_id: UUID | None
    valid_from: datetime
    invalid_at: datetime | None
    superseded_by: UUID | None
    occurrence_count: int
    first_seen_at: datetime
    last_seen_at: datetime
    archived_at: datetime | None
    edited_at: datetime | None
    updated_at: datetime
    rationale: str
    quote: str
    quote_start: int | None
    quote_end: int | None
    options: list[OptionItem]
    replaces: str
    thread_key: str
    extractor: str
    created_at: datetime
    sources: list[SourceOfMemory]
    entities: list[EntityOfMemory]
    occurrences: list[OccurrenceItem]
    lineage: LineageDetail


class MemoryItem(Model):
    """`holds` is how it stands, at `as_of` where a list was asked for that; empty of what is no
    decision.
    """

    id: UUID
    kind: Literal[
        "decision", "fact", "preference", "observation", "action_item", "correction", "summary"
    ]
    title: str
    summary: str
    decision_type: (
        Literal[
            "approval",
            "rejection",
            "selection",
            "delegation",
            "commitment",
            "direction",
            "confirmation",
            "cancellation",
            "negotiation",
            "prioritization",
        ]
        | Literal[""]
    )
    confidence: Literal["high", "medium", "low"] | Literal[""]
    status: Literal["decided", "pending", "reversed"] | Literal[""]
    holds: Literal["holds", "superseded", "reversed", "pending"] | Literal[""]
    people: list[PersonItem]
    owner_name: str
    due_on: date | None
    importance: float
    tags: list[str]
    source: str
    source_date: datetime
    source_url: str
    visibility: Literal["private", "shared", "restricted", "secret"]
    owner_id: UUID | None
    valid_from: datetime
    invalid_at: datetime | None
    superseded_by: UUID | None
    occurrence_count: int
    first_seen_at: datetime
    last_seen_at: datetime
    archived_at: datetime | None
    edited_at: datetime | None
    updated_at: datetime


class MemoryItemPage(Model):
    items: list[MemoryItem]
    next: str | None


class MissItem(Model):
    """A memory that came nearest, and is not about the question."""

    id: UUID
    title: str


class NamedItem(Model):
    id: UUID
    name: str
    decisions: int


class NewInvitation(Model):
    """`token` and `link` are shown this once."""

    id: UUID
    token: str
    link: str
    mailed: bool
    problem: str


class NewKey(Model):
    """`key` is shown this once."""

    id: UUID
    principal_id: UUID
    name: str
    prefix: str
    scopes: list[str]
    created_at: datetime
    expires_at: datetime | None = Field(default=None)
    last_used_at: datetime | None = Field(default=None)
    revoked_at: datetime | None = Field(default=None)
    key: str


class OccurrenceItem(Model):
    id: UUID
    at: datetime
    source_item_id: UUID | None
    snippet: str
    sentiment: str


class OfferItem(Model):
    """A source that can be connected. `missing` names what whoever runs Momo has not set yet."""

    kind: str
    source: str
    title: str
    how: list[str]
    scopes: list[ScopeItem]
    default_visibility: Literal["private", "shared", "restricted", "secret"]
    who_connects: str
    offers_choices: bool
    receives: bool
    configured: bool
    missing: list[str]
    docs: str
    callback: str
    webhook: str


class Offers(Model):
    items: list[OfferItem]
    next: str | None


class OpenItem(Model):
    """What waits for somebody now, whatever the weeks. `awaiting_confirmation` counts decisions
    that the reader made and has said nothing of.
    """

    pending: int
    conflicts: int
    awaiting_confirmation: int


class OptionItem(Model):
    """As of people, what a stored row lacks is empty."""

    option: str | None = Field(default=None)
    chosen: bool | None = Field(default=None)
    reason: str | None = Field(default=None)
    by: str | None = Field(default=None)


class OwedItem(Model):
    """Commitments that are not done, now. `due` in the next seven days; `next` has those with a
    date, the longest due first.
    """

    open: int
    due: int
    overdue: int
    next: list[CommitmentItem]


class ParameterItem(Model):
    """A number that results are ranked with. `step` is the least change that is worth making;
    `chosen` says whether `value` is the team's own choice.
    """

    name: str
    label: str
    meaning: str
    unit: str
    default: float
    minimum: float
    maximum: float
    step: float
    value: float
    chosen: bool


class ParkedItem(Model):
    id: UUID
    item_id: UUID
    queue: Literal["realtime", "backfill"]
    stage: Literal["normalize", "extract", "embed", "link"] | None = Field(default=None)
    attempts: int | None = Field(default=None)
    error: str | None = Field(default=None)
    parked_at: datetime | None = Field(default=None)


class ParkedItemPage(Model):
    items: list[ParkedItem]
    next: str | None


class PersonItem(Model):
    """What a stored row lacks is empty: one row must not make a whole list unreadable."""

    name: str | None = Field(default=None)
    email: str | None = Field(default=None)
    handle: str | None = Field(default=None)
    role: str | None = Field(default=None)


class PipelineStatus(Model):
    """The two queues: what happens now, and what is read in bulk."""

    realtime: QueueBacklog
    backfill: QueueBacklog


class PlacedItem(Model):
    place: int
    other: int | None
    id: UUID
    kind: Literal[
        "decision", "fact", "preference", "observation", "action_item", "correction", "summary"
    ]
    title: str
    holds: Literal["holds", "superseded", "reversed", "pending"]
    score: float
    source: str
    date: datetime


class PreviewList(Model):
    items: list[ComparedItem]


class PriceItem(Model):
    """Of a million tokens. `batch` is the share of it that a batch costs."""

    input: Decimal
    output: Decimal
    batch: Decimal


class Problem(Model):
    """An error as RFC 9457 has it. `code` is for programs, `detail` for people."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[ProblemError] | None = Field(default=None)


class ProblemError(Model):
    field: str
    message: str


class ProgressItem(Model):
    """How far a source is. `finished`: all is brought in and worked through. `waits`: not before
    somebody does what `next_step` says.
    """

    state: Literal["connected", "needs_attention", "paused", "disconnected"]
    run: RunItem | None
    pipeline: BacklogItem
    finished: bool
    waits: bool
    next_step: str


class ProviderItem(Model):
    """A model. `offline` is one that works here, without a key and without a network: `host` is
    empty then. The circuit is open while a server that failed repeatedly is left alone, for
    `retry_after` seconds more; it and `last_failure` are as the process knows them that answers.
    """

    purpose: Literal["chat", "embedding"]
    model: str
    offline: bool
    host: str
    price: PriceItem | None
    circuit: Literal["closed", "open", "half_open"]
    failures: int
    retry_after: float
    last_failure: str


class ProviderList(Model):
    currency: str
    items: list[ProviderItem]


class QueueBacklog(Model):
    waiting: StageCounts
    parked: int


class RatificationItem(Model):
    """A decider's word. `decision_type` is that of the decision as it was found."""

    verdict: Literal["confirm", "edit", "reject"]
    by_principal: UUID
    at: datetime
    reason: str
    decision_type: str


class RecurringItem(Model):
    """A topic as it was said first, by its memory's id. `snippets` are the latest first, and
    `sentiments` counts how it was said.
    """

    id: UUID
    title: str
    times: int
    first_at: datetime
    last_at: datetime
    snippets: list[str]
    sentiments: dict[str, int]


class RecurringTopics(Model):
    items: list[RecurringItem]


class RefusalItem(Model):
    locator: str
    reason: str
    skipped: bool


class RelatedItem(Model):
    id: UUID
    title: str
    source: FoundSource


class RelatedMemories(Model):
    results: list[RelatedMemoryItem]


class RelatedMemoryItem(Model):
    """`how` says in words what ties it to the memory asked about."""

    id: UUID
    kind: Literal[
        "decision", "fact", "preference", "observation", "action_item", "correction", "summary"
    ]
    title: str
    summary: str
    source: str
    source_date: datetime
    holds: Literal["holds", "superseded", "reversed", "pending"]
    score: float
    how: str


class RenderedDigest(Model):
    """`body` is text or HTML, `blocks` are Slack's."""

    subject: str
    body: str
    blocks: list[dict[str, Any]]


class RetentionItem(Model):
    """`erased` and `held` are items: that went when it was last carried out, and that legal holds
    kept.
    """

    id: UUID
    visibility: Literal["private", "shared", "restricted", "secret"] | None = Field(default=None)
    audience_id: UUID | None = Field(default=None)
    source: str | None = Field(default=None)
    days: int
    action: Literal["erase", "erase_text"]
    created_at: datetime
    due_at: datetime
    done_at: datetime | None = Field(default=None)
    erased: int | None = Field(default=None)
    held: int | None = Field(default=None)


class RetentionItemPage(Model):
    items: list[RetentionItem]
    next: str | None


class RetentionPreview(Model):
    items: int
    held: int


class Retried(Model):
    retried: int


class RetrievalSettingsItem(Model):
    """What counts. `chosen` names what is the team's own choice, all else follows the default."""

    backend: Literal["vector", "lexical", "hybrid", "rrf"]
    graph: Literal["off", "hops", "sem_ppr"]
    chosen: list[str]
    embedding_model: str
    parameters: list[ParameterItem]


class RevisionItem(Model):
    """`changes` maps a field to what it was and what it became; `changed_by` is null where its
    source says otherwise by now.
    """

    id: UUID
    number: int
    changed_by: UUID | None
    changed_at: datetime
    changes: dict[str, list[Any | None]]
    reason: str


class RevisionItemPage(Model):
    items: list[RevisionItem]
    next: str | None


class RunDetail(Model):
    """`pipeline` counts all that the run's source gave, in this run or before."""

    id: UUID
    integration_id: UUID
    state: Literal["running", "done", "failed", "interrupted"] | None = Field(default=None)
    expected: int | None = Field(default=None)
    read: int | None = Field(default=None)
    added: int | None = Field(default=None)
    updated: int | None = Field(default=None)
    unchanged: int | None = Field(default=None)
    skipped: int | None = Field(default=None)
    refused: int | None = Field(default=None)
    error: str | None = Field(default=None)
    started_at: datetime
    finished_at: datetime | None = Field(default=None)
    refusals: list[RefusalItem]
    pipeline: BacklogItem


class RunItem(Model):
    id: UUID
    integration_id: UUID
    state: Literal["running", "done", "failed", "interrupted"] | None = Field(default=None)
    expected: int | None = Field(default=None)
    read: int | None = Field(default=None)
    added: int | None = Field(default=None)
    updated: int | None = Field(default=None)
    unchanged: int | None = Field(default=None)
    skipped: int | None = Field(default=None)
    refused: int | None = Field(default=None)
    error: str | None = Field(default=None)
    started_at: datetime
    finished_at: datetime | None = Field(default=None)


class RunItemPage(Model):
    items: list[RunItem]
    next: str | None


class RunProgress(Model):
    """How far a run is. `finished`: all is read and worked through, or it ended before."""

    id: UUID
    integration_id: UUID
    state: Literal["running", "done", "failed", "interrupted"] | None = Field(default=None)
    expected: int | None = Field(default=None)
    read: int | None = Field(default=None)
    added: int | None = Field(default=None)
    updated: int | None = Field(default=None)
    unchanged: int | None = Field(default=None)
    skipped: int | None = Field(default=None)
    refused: int | None = Field(default=None)
    error: str | None = Field(default=None)
    started_at: datetime
    finished_at: datetime | None = Field(default=None)
    pipeline: BacklogItem
    finished: bool


class SavedViewItem(Model):
    """`query` has the parameters of `GET /decisions` by name."""

    id: UUID
    name: str
    query: dict[str, Any]
    shared: bool
    owner_id: UUID | None
    updated_at: datetime


class SavedViewItemPage(Model):
    items: list[SavedViewItem]
    next: str | None


class ScopeItem(Model):
    """Something asked of the service, and what it is for."""

    name: str
    why: str


class SearchedItem(Model):
    """What was looked through where nothing is known. `query` is what was searched for, `terms` its
    words, `read` how it was understood; `legs` are the ways in which it was looked for, and
    `memories` how many the reader sees that pass the filters.
    """

    query: str
    terms: list[str]
    read: list[str]
    legs: list[Literal["meaning", "words", "people", "times"]]
    memories: int
    since: datetime | None
    until: datetime | None
    as_of: datetime | None
    nearest: list[MissItem]


class SharedConversationItem(Model):
    """A conversation as whoever has its link reads it. `title` is empty where it has no name of
    its own and the reader may see none of its questions.
    """

    link: UUID
    title: str
    owner_id: UUID
    shared_at: datetime


class SharedExchangeItem(Model):
    """An exchange as whoever has the link reads it. `holds` of its citations is as of now."""

    id: UUID
    question: str
    query: str
    asked_at: datetime
    as_of: datetime | None
    state: Literal["asking", "done", "stopped", "failed"]
    withheld: Literal["erased", "unseen"] | Literal[""]
    text: str
    citations: list[CitationItem]
    known: bool
    provider: str
    searched: SearchedItem | None


class SharedExchangeItemPage(Model):
    items: list[SharedExchangeItem]
    next: str | None


class SignalsItem(Model):
    """What was measured of a memory; see the explanation for what each part adds to its score."""

    similarity: float
    cosine: float
    lexical: float
    coverage: float
    involvement: float
    in_time: bool
    timeliness: float
    cues: float
    relevance: float
    recency: float
    factor: float
    lift: float


class SourceHealthItem(Model):
    """`state` is empty for a source of files. `next_step` says what a person must do, if
    anything.
    """

    id: UUID
    name: str
    kind: str
    source: str
    state: str
    problem: str
    next_step: str
    heard_at: datetime | None
    healthy: bool


class SourceKind(Model):
    """A kind of file that can be handed in. `default_visibility` holds unless one is chosen."""

    kind: str
    source: str
    title: str
    description: str
    accepts: list[str]
    default_visibility: Literal["private", "shared", "restricted", "secret"]


class SourceKinds(Model):
    items: list[SourceKind]
    next: str | None


class SourceOfMemory(Model):
    """Where a memory was found, with the whole text."""

    id: UUID
    source: str
    kind: str
    title: str
    container: str
    url: str
    author: PersonItem | None
    occurred_at: datetime
    text: str


class SourcesItem(Model):
    """Those with a problem first."""

    healthy: int
    needing_attention: int
    paused: int
    files: int
    items: list[SourceHealthItem]


class StageCounts(Model):
    normalize: int
    extract: int
    embed: int
    link: int


class SubscriptionItem(Model):
    id: UUID
    reader: str
    cadence: Literal["day", "week", "month"]
    hour: int | None = Field(default=None)
    weekday: int | None = Field(default=None)
    month_day: int | None = Field(default=None)
    time_zone: str | None = Field(default=None)
    by_mail: bool | None = Field(default=None)
    addresses: list[str] | None = Field(default=None)
    slack: bool
    active: bool | None = Field(default=None)
    created_at: datetime


class SubscriptionItemPage(Model):
    items: list[SubscriptionItem]
    next: str | None


class SuccessorItem(Model):
    """What replaced a memory."""

    id: UUID
    title: str


class SuggestionItem(Model):
    """Two names that may be one entity's: how alike they are in 0..1, and why they may be one."""

    id: UUID
    score: float
    rule: str
    reason: str
    a: EntityNameItem
    b: EntityNameItem


class SuggestionItemPage(Model):
    items: list[SuggestionItem]
    next: str | None


class SupersessionItem(Model):
    id: UUID
    old_id: UUID
    new_id: UUID
    reason: str
    evidence: str
    by_principal: UUID | None
    by_rule: str
    created_at: datetime


class TaskItem(Model):
    """Something that is done for a connection again and again; `due_at` null: when it is called
    for.
    """

    task: Literal["deliver", "poll", "acl", "renew", "backfill"]
    due_at: datetime | None = Field(default=None)
    ran_at: datetime | None = Field(default=None)
    failures: int | None = Field(default=None)
    error: str | None = Field(default=None)


class TeamDetail(Model):
    id: UUID
    slug: str
    name: str
    timezone: str
    created_at: datetime


class TeamItem(Model):
    """A team, and what the reader is in it."""

    id: UUID
    slug: str
    name: str
    role: Literal["owner", "admin", "member"]


class TeamList(Model):
    items: list[TeamItem]
    next: str | None


class ThresholdItem(Model):
    area: Literal["answers", "reconciling", "compaction", "commitments"]
    name: str
    label: str
    meaning: str
    unit: str
    value: float


class ThresholdList(Model):
    items: list[ThresholdItem]


class ThumbsItem(Model):
    """`share` is that of `up` among `judged`, in 0..1; null where none was judged."""

    judged: int
    up: int
    down: int
    share: float | None


class TotalsItem(Model):
    """Of all the weeks."""

    decisions: int
    by_type: dict[str, int]
    superseded: int
    reversed: int


class TrialItem(Model):
    """`error` says what to do where a model did not answer."""

    purpose: Literal["chat", "embedding"]
    model: str
    ok: bool
    seconds: float
    error: str


class TrialList(Model):
    items: list[TrialItem]


class Unreconciled(Model):
    items: list[UnreconciledItem]


class UnreconciledItem(Model):
    """Memories that wait for one reason. `error` is empty where their turn is to come; `due_at` is
    when the first of them is tried again.
    """

    error: str
    memories: int
    attempts: int
    due_at: datetime


class UploadItem(Model):
    """What was handed in. `kind` is what it seems to be, null where nothing tells; `expected` is
    about how many messages or pages it holds, 0 where it is too large to be looked through.
    """

    id: UUID
    name: str
    files: int
    bytes: int
    kind: Literal["adr", "discord", "git", "mbox", "notes", "notion", "slack"] | None
    expected: int


class UsageItem(Model):
    since: date
    until: date
    currency: str
    by_stage: list[UsedItem]
    by_model: list[UsedItem]
    by_day: list[UsedItem]


class UsedItem(Model):
    """`key` is the stage, model or day. `unpriced_tokens` are of models without a price."""

    key: str
    calls: int
    input_tokens: int
    output_tokens: int
    unpriced_tokens: int
    cost: Decimal


class WebhookDeliveryItem(Model):
    """`status` is the HTTP status of the last answer, null where none came; `due_at` is when it is
    tried next; `withdrawn`: by the time it was to be sent, it was not shared any more, or gone.
    """

    id: UUID
    event: str
    message_id: str
    subject_id: UUID | None = Field(default=None)
    occurred_at: datetime
    state: Literal["waiting", "delivered", "failed", "withdrawn"] | None = Field(default=None)
    attempts: int | None = Field(default=None)
    due_at: datetime | None = Field(default=None)
    status: int | None = Field(default=None)
    error: str | None = Field(default=None)
    created_at: datetime
    attempted_at: datetime | None = Field(default=None)


class WebhookDeliveryItemPage(Model):
    items: list[WebhookDeliveryItem]
    next: str | None


class WeekItem(Model):
    """`start` is its Monday. Decisions by type; superseded and reversed ones when they ended."""

    start: date
    decisions: dict[str, int]
    superseded: int
    reversed: int


class WhyItem(Model):
    """Why a result is where it is. Its contributions add up to its score; `behind` compares it with
    the result before it.
    """

    id: UUID
    sentence: str
    contributions: list[ContributionItem]
    behind: str


AccuracyDetail.model_rebuild()
AgentItem.model_rebuild()
AgentItemPage.model_rebuild()
AnswerAccuracyDetail.model_rebuild()
AnswerItem.model_rebuild()
AuditActions.model_rebuild()
AuditItem.model_rebuild()
AuditItemPage.model_rebuild()
AuditVerification.model_rebuild()
AuthorizationItem.model_rebuild()
AwaitingItem.model_rebuild()
AwaitingItemPage.model_rebuild()
BacklogItem.model_rebuild()
BudgetItem.model_rebuild()
BudgetsItem.model_rebuild()
BulkOutcome.model_rebuild()
BulkOutcomes.model_rebuild()
ChangeItem.model_rebuild()
ChoiceItem.model_rebuild()
ChoicesItem.model_rebuild()
CitationItem.model_rebuild()
CommitmentItem.model_rebuild()
CommitmentItemPage.model_rebuild()
ComparedItem.model_rebuild()
ConflictItem.model_rebuild()
ConflictItemPage.model_rebuild()
ConflictSide.model_rebuild()
ConnectionDetail.model_rebuild()
ContextItem.model_rebuild()
ContextSource.model_rebuild()
ContributionItem.model_rebuild()
ConversationItem.model_rebuild()
ConversationItemPage.model_rebuild()
CountedItem.model_rebuild()
DashboardItem.model_rebuild()
DeliveryItem.model_rebuild()
DeliveryItemPage.model_rebuild()
DemoItem.model_rebuild()
DigestDetail.model_rebuild()
DigestEntry.model_rebuild()
DigestItem.model_rebuild()
DigestItemPage.model_rebuild()
DigestSection.model_rebuild()
DisconnectedItem.model_rebuild()
DroppedItem.model_rebuild()
EndpointItem.model_rebuild()
EndpointItemPage.model_rebuild()
EndpointSecret.model_rebuild()
EntityDetailItem.model_rebuild()
EntityItem.model_rebuild()
EntityItemPage.model_rebuild()
EntityNameItem.model_rebuild()
EntityOfMemory.model_rebuild()
EntityVerdictItem.model_rebuild()
ErasureItem.model_rebuild()
ExchangeItem.model_rebuild()
ExchangeItemPage.model_rebuild()
ExplanationItem.model_rebuild()
ExtractionTallies.model_rebuild()
ExtractionTallyItem.model_rebuild()
FacetCounts.model_rebuild()
FacetsDetail.model_rebuild()
FiltersItem.model_rebuild()
Found.model_rebuild()
FoundItem.model_rebuild()
FoundNodes.model_rebuild()
FoundSource.model_rebuild()
GraphEdgeItem.model_rebuild()
GraphItem.model_rebuild()
GraphNodeItem.model_rebuild()
HealthItem.model_rebuild()
HistoryDetail.model_rebuild()
HistoryEntry.model_rebuild()
HoldItem.model_rebuild()
HoldItemPage.model_rebuild()
IdentityItem.model_rebuild()
IdentityItemPage.model_rebuild()
InboxItem.model_rebuild()
IndexItem.model_rebuild()
IntegrationDetail.model_rebuild()
InvitationItem.model_rebuild()
InvitationItemPage.model_rebuild()
JudgedItem.model_rebuild()
KeyItem.model_rebuild()
KeyItemPage.model_rebuild()
LineageDetail.model_rebuild()
LinkedItem.model_rebuild()
ListedIntegration.model_rebuild()
ListedIntegrationPage.model_rebuild()
Me.model_rebuild()
Member.model_rebuild()
MemberPage.model_rebuild()
MemoryDetail.model_rebuild()
MemoryItem.model_rebuild()
MemoryItemPage.model_rebuild()
MissItem.model_rebuild()
NamedItem.model_rebuild()
NewInvitation.model_rebuild()
NewKey.model_rebuild()
OccurrenceItem.model_rebuild()
OfferItem.model_rebuild()
Offers.model_rebuild()
OpenItem.model_rebuild()
OptionItem.model_rebuild()
OwedItem.model_rebuild()
ParameterItem.model_rebuild()
ParkedItem.model_rebuild()
ParkedItemPage.model_rebuild()
PersonItem.model_rebuild()
PipelineStatus.model_rebuild()
PlacedItem.model_rebuild()
PreviewList.model_rebuild()
PriceItem.model_rebuild()
Problem.model_rebuild()
ProblemError.model_rebuild()
ProgressItem.model_rebuild()
ProviderItem.model_rebuild()
ProviderList.model_rebuild()
QueueBacklog.model_rebuild()
RatificationItem.model_rebuild()
RecurringItem.model_rebuild()
RecurringTopics.model_rebuild()
RefusalItem.model_rebuild()
RelatedItem.model_rebuild()
RelatedMemories.model_rebuild()
RelatedMemoryItem.model_rebuild()
RenderedDigest.model_rebuild()
RetentionItem.model_rebuild()
RetentionItemPage.model_rebuild()
RetentionPreview.model_rebuild()
Retried.model_rebuild()
RetrievalSettingsItem.model_rebuild()
RevisionItem.model_rebuild()
RevisionItemPage.model_rebuild()
RunDetail.model_rebuild()
RunItem.model_rebuild()
RunItemPage.model_rebuild()
RunProgress.model_rebuild()
SavedViewItem.model_rebuild()
SavedViewItemPage.model_rebuild()
ScopeItem.model_rebuild()
SearchedItem.model_rebuild()
SharedConversationItem.model_rebuild()
SharedExchangeItem.model_rebuild()
SharedExchangeItemPage.model_rebuild()
SignalsItem.model_rebuild()
SourceHealthItem.model_rebuild()
SourceKind.model_rebuild()
SourceKinds.model_rebuild()
SourceOfMemory.model_rebuild()
SourcesItem.model_rebuild()
StageCounts.model_rebuild()
SubscriptionItem.model_rebuild()
SubscriptionItemPage.model_rebuild()
SuccessorItem.model_rebuild()
SuggestionItem.model_rebuild()
SuggestionItemPage.model_rebuild()
SupersessionItem.model_rebuild()
TaskItem.model_rebuild()
TeamDetail.model_rebuild()
TeamItem.model_rebuild()
TeamList.model_rebuild()
ThresholdItem.model_rebuild()
ThresholdList.model_rebuild()
ThumbsItem.model_rebuild()
TotalsItem.model_rebuild()
TrialItem.model_rebuild()
TrialList.model_rebuild()
Unreconciled.model_rebuild()
UnreconciledItem.model_rebuild()
UploadItem.model_rebuild()
UsageItem.model_rebuild()
UsedItem.model_rebuild()
WebhookDeliveryItem.model_rebuild()
WebhookDeliveryItemPage.model_rebuild()
WeekItem.model_rebuild()
WhyItem.model_rebuild()
