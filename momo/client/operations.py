"""Written by `make openapi` from docs/openapi.yaml: not edited."""

# ruff: noqa

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

from momo.client.bodies import *
from momo.client.calls import OMIT, Call, File, Omitted
from momo.client.events import Event, Piece
from momo.client.models import *
from momo.client.transport import Transport


class Operations(Transport):
    """All that the API can do."""

    def accuracy(self) -> AccuracyDetail:
        """How often what was found is right, by the word of those who made the decisions."""
        return self._send(Call("GET", "/api/v1/accuracy", answers=AccuracyDetail))

    def answer_accuracy(self) -> AnswerAccuracyDetail:
        """How often answers were right, by the thumbs of those who asked."""
        return self._send(Call("GET", "/api/v1/accuracy/answers", answers=AnswerAccuracyDetail))

    def list_agents(self, *, limit: int | None = None) -> Iterator[AgentItem]:
        """Programs that act in the team as themselves: they see what the team shares."""
        return self._pages(
            Call("GET", "/api/v1/agents", answers=AgentItemPage, query={"limit": limit})
        )

    def create_agent(self, *, name: str, idempotency_key: str | None = None) -> AgentItem:
        """Programs that act in the team as themselves: they see what the team shares."""
        return self._send(
            Call(
                "POST",
                "/api/v1/agents",
                answers=AgentItem,
                body={"name": name},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def get_agent(self, agent_id: UUID | str) -> AgentItem:
        """One program, and its name."""
        return self._send(Call("GET", f"/api/v1/agents/{agent_id}", answers=AgentItem))

    def rename_agent(
        self, agent_id: UUID | str, *, name: str, if_match: str | None = None
    ) -> AgentItem:
        """Give a program another name."""
        return self._send(
            Call(
                "PATCH",
                f"/api/v1/agents/{agent_id}",
                answers=AgentItem,
                body={"name": name},
                headers={"If-Match": if_match},
            )
        )

    def delete_agent(self, agent_id: UUID | str, *, if_match: str | None = None) -> None:
        """Its keys open nothing any more. What it wrote and shared stays."""
        self._send(
            Call(
                "DELETE", f"/api/v1/agents/{agent_id}", answers=None, headers={"If-Match": if_match}
            )
        )

    def ask(self, *, question: str, filters: FiltersBodyRequest | Omitted = OMIT) -> AnswerItem:
        """An answer that cites what it rests on, or says that nothing is known.

        With `Accept: text/event-stream` it comes as it is written: `sources` (all that may be cited; a
        second one starts the answer anew), `piece` ({"text"}) as often as needed, `done` (the answer),
        or `problem`.
        """
        return self._send(
            Call(
                "POST",
                "/api/v1/ask",
                answers=AnswerItem,
                body={"filters": filters, "question": question},
            )
        )

    def ask_stream(
        self, *, question: str, filters: FiltersBodyRequest | Omitted = OMIT
    ) -> Iterator[Event[list[CitationItem] | Piece | AnswerItem]]:
        """An answer that cites what it rests on, or says that nothing is known.

        With `Accept: text/event-stream` it comes as it is written: `sources` (all that may be cited; a
        second one starts the answer anew), `piece` ({"text"}) as often as needed, `done` (the answer),
        or `problem`.

        As events: `sources`, `piece`, `done`.
        """
        return self._events(
            Call(
                "POST",
                "/api/v1/ask",
                answers=AnswerItem,
                body={"filters": filters, "question": question},
            ),
            {"sources": list[CitationItem], "piece": Piece, "done": AnswerItem},
        )

    def list_audit_events(
        self,
        *,
        action: str | None = None,
        actor: UUID | str | None = None,
        limit: int | None = None,
        since: datetime | str | None = None,
        subject: str | None = None,
        until: datetime | str | None = None,
    ) -> Iterator[AuditItem]:
        """What was done in the team, newest first, by whom and when."""
        return self._pages(
            Call(
                "GET",
                "/api/v1/audit",
                answers=AuditItemPage,
                query={
                    "action": action,
                    "actor": actor,
                    "limit": limit,
                    "since": since,
                    "subject": subject,
                    "until": until,
                },
            )
        )

    def list_audit_actions(self) -> AuditActions:
        """Every kind of thing that was done in the team, for filters to choose from."""
        return self._send(Call("GET", "/api/v1/audit/actions", answers=AuditActions))

    def export_audit_events(
        self,
        *,
        action: str | None = None,
        actor: UUID | str | None = None,
        since: datetime | str | None = None,
        subject: str | None = None,
        until: datetime | str | None = None,
    ) -> str:
        """The same as CSV, oldest first, for an auditor's own tools; the newest 50,000 at most."""
        return self._send(
            Call(
                "GET",
                "/api/v1/audit/export",
                answers=str,
                query={
                    "action": action,
                    "actor": actor,
                    "since": since,
                    "subject": subject,
                    "until": until,
                },
            )
        )

    def verify_audit_log(self) -> AuditVerification:
        """Check the chain from its first event to its last."""
        return self._send(Call("GET", "/api/v1/audit/verification", answers=AuditVerification))

    def me(self) -> Me:
        """Who asks; a session also gets the cookie that its writes send back."""
        return self._send(Call("GET", "/api/v1/auth/me", answers=Me))

    def update_me(self, *, name: str) -> Me:
        """Who asks; a session also gets the cookie that its writes send back."""
        return self._send(Call("PATCH", "/api/v1/auth/me", answers=Me, body={"name": name}))

    def choose_team(self, *, team: str) -> Me:
        """Choose the team that the session's requests act in."""
        return self._send(Call("POST", "/api/v1/auth/team", answers=Me, body={"team": team}))

    def list_commitments(
        self,
        *,
        limit: int | None = None,
        owner: str | None = None,
        state: Literal["open", "due", "overdue", "closed"] | None = None,
        within: int | None = None,
    ) -> Iterator[CommitmentItem]:
        """What is owed, the longest due first."""
        return self._pages(
            Call(
                "GET",
                "/api/v1/commitments",
                answers=CommitmentItemPage,
                query={"limit": limit, "owner": owner, "state": state, "within": within},
            )
        )

    def close_commitment(
        self, memory_id: UUID | str, *, idempotency_key: str | None = None
    ) -> CommitmentItem:
        """Say that it is done."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/commitments/{memory_id}/close",
                answers=CommitmentItem,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def reopen_commitment(
        self, memory_id: UUID | str, *, idempotency_key: str | None = None
    ) -> CommitmentItem:
        """Say that it is not done, whatever a message says."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/commitments/{memory_id}/reopen",
                answers=CommitmentItem,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def list_conflicts(
        self, *, limit: int | None = None, resolved: bool | None = None
    ) -> Iterator[ConflictItem]:
        """Newest first; those of which the reader sees both sides."""
        return self._pages(
            Call(
                "GET",
                "/api/v1/conflicts",
                answers=ConflictItemPage,
                query={"limit": limit, "resolved": resolved},
            )
        )

    def reopen_conflict(
        self, conflict_id: UUID | str, *, idempotency_key: str | None = None
    ) -> ConflictItem:
        """Take back what was settled: what was superseded by it stands again."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/conflicts/{conflict_id}/reopen",
                answers=ConflictItem,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def resolve_conflict(
        self,
        conflict_id: UUID | str,
        *,
        holds: Literal["older", "newer", "both"],
        idempotency_key: str | None = None,
    ) -> ConflictItem:
        """Say which one holds; the other one is superseded. `both` leaves both as they are."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/conflicts/{conflict_id}/resolve",
                answers=ConflictItem,
                body={"holds": holds},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def list_connectors(self) -> Iterator[OfferItem]:
        """What can be connected, and what for."""
        return self._pages(Call("GET", "/api/v1/connectors", answers=Offers))

    def begin_authorization(
        self,
        kind: str,
        *,
        idempotency_key: str | None = None,
        purpose: Literal["connect", "link"] | Omitted = OMIT,
        visibility: Literal["private", "shared"] | Omitted = OMIT,
        to_page: bool | Omitted = OMIT,
    ) -> AuthorizationItem:
        """Begin to connect a source. Finished in the browser, or with the code that it shows."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/connectors/{kind}/authorizations",
                answers=AuthorizationItem,
                body={"purpose": purpose, "visibility": visibility, "to_page": to_page},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def complete_authorization(
        self,
        authorization_id: UUID | str,
        kind: str,
        *,
        code: str,
        idempotency_key: str | None = None,
    ) -> IntegrationDetail:
        """Finish with the code that the page showed. Answers the source, or who the reader is there."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/connectors/{kind}/authorizations/{authorization_id}/complete",
                answers=IntegrationDetail,
                body={"code": code},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def context(
        self,
        *,
        query: str,
        filters: FiltersBodyRequest | Omitted = OMIT,
        limit: int | Omitted = OMIT,
        backend: Literal["vector", "lexical", "hybrid", "rrf"] | Omitted = OMIT,
        graph: Literal["off", "hops", "sem_ppr"] | Omitted = OMIT,
        max_tokens: int | Omitted = OMIT,
        max_bytes: int | None | Omitted = OMIT,
        format: Literal["markdown", "xml"] | Omitted = OMIT,
    ) -> ContextItem:
        """What is known about a query, packed for a model to read."""
        return self._send(
            Call(
                "POST",
                "/api/v1/context",
                answers=ContextItem,
                body={
                    "filters": filters,
                    "query": query,
                    "limit": limit,
                    "backend": backend,
                    "graph": graph,
                    "max_tokens": max_tokens,
                    "max_bytes": max_bytes,
                    "format": format,
                },
            )
        )

    def list_conversations(
        self, *, limit: int | None = None, q: str | None = None
    ) -> Iterator[ConversationItem]:
        """What the reader asked, by conversation, those asked in last first. Nobody else sees them."""
        return self._pages(
            Call(
                "GET",
                "/api/v1/conversations",
                answers=ConversationItemPage,
                query={"limit": limit, "q": q},
            )
        )

    def create_conversation(
        self, *, idempotency_key: str | None = None, title: str | Omitted = OMIT
    ) -> ConversationItem:
        """What the reader asked, by conversation, those asked in last first. Nobody else sees them."""
        return self._send(
            Call(
                "POST",
                "/api/v1/conversations",
                answers=ConversationItem,
                body={"title": title},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def get_conversation(self, conversation_id: UUID | str) -> ConversationItem:
        """One of the reader's conversations."""
        return self._send(
            Call("GET", f"/api/v1/conversations/{conversation_id}", answers=ConversationItem)
        )

    def rename_conversation(
        self,
        conversation_id: UUID | str,
        *,
        if_match: str | None = None,
        title: str | Omitted = OMIT,
    ) -> ConversationItem:
        """One of the reader's conversations."""
        return self._send(
            Call(
                "PATCH",
                f"/api/v1/conversations/{conversation_id}",
                answers=ConversationItem,
                body={"title": title},
                headers={"If-Match": if_match},
            )
        )

    def delete_conversation(
        self, conversation_id: UUID | str, *, if_match: str | None = None
    ) -> None:
        """One of the reader's conversations."""
        self._send(
            Call(
                "DELETE",
                f"/api/v1/conversations/{conversation_id}",
                answers=None,
                headers={"If-Match": if_match},
            )
        )

    def ask_in_conversation(
        self,
        conversation_id: UUID | str,
        *,
        question: str,
        idempotency_key: str | None = None,
        filters: FiltersBodyRequest | Omitted = OMIT,
    ) -> ExchangeItem:
        """An answer to a question that may refer to those before it in the conversation.

        With `Accept: text/event-stream` it comes as it is written: `sources` (all that may be cited; a
        second one starts the answer anew), `piece` ({"text"}) as often as needed, `done` (the
        exchange), or `problem`. What was said until the request is closed is kept, as `stopped`.
        """
        return self._send(
            Call(
                "POST",
                f"/api/v1/conversations/{conversation_id}/ask",
                answers=ExchangeItem,
                body={"filters": filters, "question": question},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def list_exchanges(
        self, conversation_id: UUID | str, *, limit: int | None = None
    ) -> Iterator[ExchangeItem]:
        """What was asked and answered in a conversation, latest first, and what of it still holds."""
        return self._pages(
            Call(
                "GET",
                f"/api/v1/conversations/{conversation_id}/exchanges",
                answers=ExchangeItemPage,
                query={"limit": limit},
            )
        )

    def judge_answer(
        self,
        conversation_id: UUID | str,
        exchange_id: UUID | str,
        *,
        thumb: Literal["up", "down"],
        fault: Literal["wrong", "outdated", "incomplete", "off_topic", "bad_source"]
        | Literal[""]
        | Omitted = OMIT,
    ) -> ExchangeItem:
        """What the reader thinks of an answer. The team's figures count it, without who and what."""
        return self._send(
            Call(
                "PUT",
                f"/api/v1/conversations/{conversation_id}/exchanges/{exchange_id}/feedback",
                answers=ExchangeItem,
                body={"thumb": thumb, "fault": fault},
            )
        )

    def withdraw_judgement(self, conversation_id: UUID | str, exchange_id: UUID | str) -> None:
        """What the reader thinks of an answer. The team's figures count it, without who and what."""
        self._send(
            Call(
                "DELETE",
                f"/api/v1/conversations/{conversation_id}/exchanges/{exchange_id}/feedback",
                answers=None,
            )
        )

    def retry_exchange(
        self,
        conversation_id: UUID | str,
        exchange_id: UUID | str,
        *,
        idempotency_key: str | None = None,
    ) -> ExchangeItem:
        """The same question again. The last exchange is replaced, an earlier one asked anew."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/conversations/{conversation_id}/exchanges/{exchange_id}/retry",
                answers=ExchangeItem,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def share_conversation(
        self, conversation_id: UUID | str, *, idempotency_key: str | None = None
    ) -> ConversationItem:
        """A link by which the team may read what was said in a conversation until now.

        Whoever follows it is told those answers alone all of whose sources they may see themselves.
        """
        return self._send(
            Call(
                "POST",
                f"/api/v1/conversations/{conversation_id}/share",
                answers=ConversationItem,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def unshare_conversation(self, conversation_id: UUID | str) -> ConversationItem:
        """A link by which the team may read what was said in a conversation until now.

        Whoever follows it is told those answers alone all of whose sources they may see themselves.
        """
        return self._send(
            Call(
                "DELETE", f"/api/v1/conversations/{conversation_id}/share", answers=ConversationItem
            )
        )

    def get_dashboard(
        self,
        *,
        since: date | str | None = None,
        until: date | str | None = None,
        weeks: int | None = None,
    ) -> DashboardItem:
        """What was decided and what changed, week by week, and what stands open now."""
        return self._send(
            Call(
                "GET",
                "/api/v1/dashboard",
                answers=DashboardItem,
                query={"since": since, "until": until, "weeks": weeks},
            )
        )

    def list_decisions(
        self,
        *,
        archived: bool | None = None,
        as_of: datetime | str | None = None,
        confidence: Sequence[Literal["high", "medium", "low"]] | None = None,
        due: Literal["overdue", "week", "any"] | None = None,
        entity: str | None = None,
        holds: Sequence[Literal["holds", "superseded", "reversed", "pending"]] | None = None,
        include_secret: bool | None = None,
        limit: int | None = None,
        person: str | None = None,
        project: str | None = None,
        q: str | None = None,
        since: datetime | str | None = None,
        sort: Literal["newest", "oldest", "importance", "updated"] | None = None,
        source: Sequence[str] | None = None,
        status: Sequence[Literal["decided", "pending", "reversed"]] | None = None,
        tag: Sequence[str] | None = None,
        tags_all: Sequence[str] | None = None,
        tags_any: Sequence[str] | None = None,
        tags_none: Sequence[str] | None = None,
        type: Sequence[
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
        | None = None,
        until: datetime | str | None = None,
        visibility: Sequence[Literal["private", "shared", "restricted", "secret"]] | None = None,
    ) -> Iterator[MemoryItem]:
        """As filtered, newest first unless sorted otherwise; secret ones for their owner alone, and
        only where asked for.
        """
        return self._pages(
            Call(
                "GET",
                "/api/v1/decisions",
                answers=MemoryItemPage,
                query={
                    "archived": archived,
                    "as_of": as_of,
                    "confidence": confidence,
                    "due": due,
                    "entity": entity,
                    "holds": holds,
                    "include_secret": include_secret,
                    "limit": limit,
                    "person": person,
                    "project": project,
                    "q": q,
                    "since": since,
                    "sort": sort,
                    "source": source,
                    "status": status,
                    "tag": tag,
                    "tags_all": tags_all,
                    "tags_any": tags_any,
                    "tags_none": tags_none,
                    "type": type,
                    "until": until,
                    "visibility": visibility,
                },
            )
        )

    def create_decision(
        self,
        *,
        title: str,
        idempotency_key: str | None = None,
        summary: str | Omitted = OMIT,
        rationale: str | Omitted = OMIT,
        decision_type: Literal[
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
        | Omitted = OMIT,
        confidence: Literal["high", "medium", "low"] | Omitted = OMIT,
        status: Literal["decided", "pending", "reversed"] | Omitted = OMIT,
        options: Sequence[OptionBodyRequest] | Omitted = OMIT,
        people: Sequence[PersonBodyRequest] | Omitted = OMIT,
        owner_name: str | Omitted = OMIT,
        due_on: date | str | None | Omitted = OMIT,
        importance: float | Omitted = OMIT,
        tags: Sequence[str] | Omitted = OMIT,
        visibility: Literal["private", "shared", "secret"] | Omitted = OMIT,
        quote: str | Omitted = OMIT,
        entities: Sequence[EntityBodyRequest] | Omitted = OMIT,
        source_url: str | Omitted = OMIT,
        decided_at: datetime | str | Omitted = OMIT,
    ) -> MemoryDetail:
        """As filtered, newest first unless sorted otherwise; secret ones for their owner alone, and
        only where asked for.
        """
        return self._send(
            Call(
                "POST",
                "/api/v1/decisions",
                answers=MemoryDetail,
                body={
                    "title": title,
                    "summary": summary,
                    "rationale": rationale,
                    "decision_type": decision_type,
                    "confidence": confidence,
                    "status": status,
                    "options": options,
                    "people": people,
                    "owner_name": owner_name,
                    "due_on": due_on,
                    "importance": importance,
                    "tags": tags,
                    "visibility": visibility,
                    "quote": quote,
                    "entities": entities,
                    "source_url": source_url,
                    "decided_at": decided_at,
                },
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def get_decision(self, memory_id: UUID | str) -> MemoryDetail:
        """One memory with its sources, people, entities, occurrences and lineage."""
        return self._send(Call("GET", f"/api/v1/decisions/{memory_id}", answers=MemoryDetail))

    def edit_decision(
        self,
        memory_id: UUID | str,
        *,
        if_match: str | None = None,
        title: str | Omitted = OMIT,
        summary: str | Omitted = OMIT,
        rationale: str | Omitted = OMIT,
        decision_type: Literal[
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
        | Omitted = OMIT,
        confidence: Literal["high", "medium", "low"] | Omitted = OMIT,
        status: Literal["decided", "pending", "reversed"] | Omitted = OMIT,
        options: Sequence[OptionBodyRequest] | Omitted = OMIT,
        people: Sequence[PersonBodyRequest] | Omitted = OMIT,
        owner_name: str | Omitted = OMIT,
        due_on: date | str | None | Omitted = OMIT,
        importance: float | Omitted = OMIT,
        tags: Sequence[str] | Omitted = OMIT,
        visibility: Literal["private", "shared", "secret"] | Omitted = OMIT,
    ) -> MemoryDetail:
        """One memory with its sources, people, entities, occurrences and lineage."""
        return self._send(
            Call(
                "PATCH",
                f"/api/v1/decisions/{memory_id}",
                answers=MemoryDetail,
                body={
                    "title": title,
                    "summary": summary,
                    "rationale": rationale,
                    "decision_type": decision_type,
                    "confidence": confidence,
                    "status": status,
                    "options": options,
                    "people": people,
                    "owner_name": owner_name,
                    "due_on": due_on,
                    "importance": importance,
                    "tags": tags,
                    "visibility": visibility,
                },
                headers={"If-Match": if_match},
            )
        )

    def delete_decision(self, memory_id: UUID | str, *, if_match: str | None = None) -> None:
        """One memory with its sources, people, entities, occurrences and lineage."""
        self._send(
            Call(
                "DELETE",
                f"/api/v1/decisions/{memory_id}",
                answers=None,
                headers={"If-Match": if_match},
            )
        )

    def decision_history(self, memory_id: UUID | str) -> HistoryDetail:
        """What was decided on this decision's topic, oldest first, and what replaced what and why."""
        return self._send(
            Call("GET", f"/api/v1/decisions/{memory_id}/history", answers=HistoryDetail)
        )

    def decision_lineage(self, memory_id: UUID | str) -> LineageDetail:
        """What this decision replaced, and what replaced it."""
        return self._send(
            Call("GET", f"/api/v1/decisions/{memory_id}/lineage", answers=LineageDetail)
        )

    def list_ratifications(self, memory_id: UUID | str) -> list[RatificationItem]:
        """As who made it, say of a decision that it is right or wrong, or make it right."""
        return self._send(
            Call("GET", f"/api/v1/decisions/{memory_id}/ratify", answers=list[RatificationItem])
        )

    def ratify_decision(
        self,
        memory_id: UUID | str,
        *,
        verdict: Literal["confirm", "edit", "reject"],
        idempotency_key: str | None = None,
        reason: str | Omitted = OMIT,
        changes: MemoryChangeRequest | Omitted = OMIT,
    ) -> RatificationItem:
        """As who made it, say of a decision that it is right or wrong, or make it right."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/decisions/{memory_id}/ratify",
                answers=RatificationItem,
                body={"verdict": verdict, "reason": reason, "changes": changes},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def withdraw_ratification(self, memory_id: UUID | str) -> None:
        """As who made it, say of a decision that it is right or wrong, or make it right."""
        self._send(Call("DELETE", f"/api/v1/decisions/{memory_id}/ratify", answers=None))

    def restore_decision(
        self,
        memory_id: UUID | str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> MemoryDetail:
        """Take back that this decision was reversed."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/decisions/{memory_id}/restore",
                answers=MemoryDetail,
                headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            )
        )

    def reverse_decision(
        self,
        memory_id: UUID | str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        reason: str | Omitted = OMIT,
    ) -> MemoryDetail:
        """Say that this decision does not hold any more, from now on."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/decisions/{memory_id}/reverse",
                answers=MemoryDetail,
                body={"reason": reason},
                headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            )
        )

    def decision_revisions(
        self, memory_id: UUID | str, *, limit: int | None = None
    ) -> Iterator[RevisionItem]:
        """How this decision was changed, latest first."""
        return self._pages(
            Call(
                "GET",
                f"/api/v1/decisions/{memory_id}/revisions",
                answers=RevisionItemPage,
                query={"limit": limit},
            )
        )

    def supersede_decision(
        self,
        memory_id: UUID | str,
        *,
        by: UUID | str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        reason: str | Omitted = OMIT,
    ) -> MemoryDetail:
        """Say that a newer decision replaces this one."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/decisions/{memory_id}/supersede",
                answers=MemoryDetail,
                body={"by": by, "reason": reason},
                headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            )
        )

    def undo_supersession(
        self,
        memory_id: UUID | str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> MemoryDetail:
        """Take back that this decision was replaced."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/decisions/{memory_id}/undo",
                answers=MemoryDetail,
                headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            )
        )

    def decisions_awaiting_ratification(
        self, *, limit: int | None = None
    ) -> Iterator[AwaitingItem]:
        """Decisions that wait for the reader's word, as they are named as who made them."""
        return self._pages(
            Call(
                "GET",
                "/api/v1/decisions/awaiting",
                answers=AwaitingItemPage,
                query={"limit": limit},
            )
        )

    def change_decisions(
        self,
        *,
        change: BulkChangeRequest,
        idempotency_key: str | None = None,
        ids: Sequence[UUID | str] | Omitted = OMIT,
        filter: DecisionFilterRequest | Omitted = OMIT,
        together: bool | Omitted = OMIT,
        confirm: bool | Omitted = OMIT,
    ) -> BulkOutcomes:
        """Tag, archive, share, settle or delete up to 500 decisions, each told for itself."""
        return self._send(
            Call(
                "POST",
                "/api/v1/decisions/bulk",
                answers=BulkOutcomes,
                body={
                    "ids": ids,
                    "filter": filter,
                    "change": change,
                    "together": together,
                    "confirm": confirm,
                },
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def export_decisions(
        self,
        *,
        archived: bool | None = None,
        as_of: datetime | str | None = None,
        confidence: Sequence[Literal["high", "medium", "low"]] | None = None,
        due: Literal["overdue", "week", "any"] | None = None,
        entity: str | None = None,
        format: Literal["csv", "json", "adr"] | None = None,
        holds: Sequence[Literal["holds", "superseded", "reversed", "pending"]] | None = None,
        include_secret: bool | None = None,
        person: str | None = None,
        project: str | None = None,
        q: str | None = None,
        since: datetime | str | None = None,
        sort: Literal["newest", "oldest", "importance", "updated"] | None = None,
        source: Sequence[str] | None = None,
        status: Sequence[Literal["decided", "pending", "reversed"]] | None = None,
        tag: Sequence[str] | None = None,
        tags_all: Sequence[str] | None = None,
        tags_any: Sequence[str] | None = None,
        tags_none: Sequence[str] | None = None,
        type: Sequence[
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
        | None = None,
        until: datetime | str | None = None,
        visibility: Sequence[Literal["private", "shared", "restricted", "secret"]] | None = None,
    ) -> bytes:
        """All decisions that pass the filters, as a file that comes while it is written."""
        return self._send(
            Call(
                "GET",
                "/api/v1/decisions/export",
                answers=bytes,
                query={
                    "archived": archived,
                    "as_of": as_of,
                    "confidence": confidence,
                    "due": due,
                    "entity": entity,
                    "format": format,
                    "holds": holds,
                    "include_secret": include_secret,
                    "person": person,
                    "project": project,
                    "q": q,
                    "since": since,
                    "sort": sort,
                    "source": source,
                    "status": status,
                    "tag": tag,
                    "tags_all": tags_all,
                    "tags_any": tags_any,
                    "tags_none": tags_none,
                    "type": type,
                    "until": until,
                    "visibility": visibility,
                },
            )
        )

    def decision_facets(
        self,
        *,
        archived: bool | None = None,
        as_of: datetime | str | None = None,
        confidence: Sequence[Literal["high", "medium", "low"]] | None = None,
        due: Literal["overdue", "week", "any"] | None = None,
        entity: str | None = None,
        holds: Sequence[Literal["holds", "superseded", "reversed", "pending"]] | None = None,
        include_secret: bool | None = None,
        person: str | None = None,
        project: str | None = None,
        q: str | None = None,
        since: datetime | str | None = None,
        source: Sequence[str] | None = None,
        status: Sequence[Literal["decided", "pending", "reversed"]] | None = None,
        tag: Sequence[str] | None = None,
        tags_all: Sequence[str] | None = None,
        tags_any: Sequence[str] | None = None,
        tags_none: Sequence[str] | None = None,
        type: Sequence[
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
        | None = None,
        until: datetime | str | None = None,
        visibility: Sequence[Literal["private", "shared", "restricted", "secret"]] | None = None,
    ) -> FacetsDetail:
        """How many decisions there are of each type, tag, person and so on, under the filters."""
        return self._send(
            Call(
                "GET",
                "/api/v1/decisions/facets",
                answers=FacetsDetail,
                query={
                    "archived": archived,
                    "as_of": as_of,
                    "confidence": confidence,
                    "due": due,
                    "entity": entity,
                    "holds": holds,
                    "include_secret": include_secret,
                    "person": person,
                    "project": project,
                    "q": q,
                    "since": since,
                    "source": source,
                    "status": status,
                    "tag": tag,
                    "tags_all": tags_all,
                    "tags_any": tags_any,
                    "tags_none": tags_none,
                    "type": type,
                    "until": until,
                    "visibility": visibility,
                },
            )
        )

    def list_saved_views(self, *, limit: int | None = None) -> Iterator[SavedViewItem]:
        """One's own views, and those that the team shares."""
        return self._pages(
            Call(
                "GET", "/api/v1/decisions/views", answers=SavedViewItemPage, query={"limit": limit}
            )
        )

    def save_view(
        self,
        *,
        name: str,
        query: Any,
        idempotency_key: str | None = None,
        shared: bool | Omitted = OMIT,
    ) -> SavedViewItem:
        """One's own views, and those that the team shares."""
        return self._send(
            Call(
                "POST",
                "/api/v1/decisions/views",
                answers=SavedViewItem,
                body={"name": name, "query": query, "shared": shared},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def get_saved_view(self, view_id: UUID | str) -> SavedViewItem:
        """A list of decisions under a name."""
        return self._send(Call("GET", f"/api/v1/decisions/views/{view_id}", answers=SavedViewItem))

    def change_saved_view(
        self,
        view_id: UUID | str,
        *,
        if_match: str | None = None,
        name: str | Omitted = OMIT,
        query: Any | Omitted = OMIT,
        shared: bool | Omitted = OMIT,
    ) -> SavedViewItem:
        """A list of decisions under a name."""
        return self._send(
            Call(
                "PATCH",
                f"/api/v1/decisions/views/{view_id}",
                answers=SavedViewItem,
                body={"name": name, "query": query, "shared": shared},
                headers={"If-Match": if_match},
            )
        )

    def delete_saved_view(self, view_id: UUID | str, *, if_match: str | None = None) -> None:
        """A list of decisions under a name."""
        self._send(
            Call(
                "DELETE",
                f"/api/v1/decisions/views/{view_id}",
                answers=None,
                headers={"If-Match": if_match},
            )
        )

    def load_demo(self, *, idempotency_key: str | None = None) -> DemoItem:
        """What an invented team wrote, taken into this one. For a team that has nothing yet."""
        return self._send(
            Call(
                "POST",
                "/api/v1/demo",
                answers=DemoItem,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def list_digest_subscriptions(self, *, limit: int | None = None) -> Iterator[SubscriptionItem]:
        """One's own digests and the team's, newest first."""
        return self._pages(
            Call(
                "GET",
                "/api/v1/digest-subscriptions",
                answers=SubscriptionItemPage,
                query={"limit": limit},
            )
        )

    def subscribe_digest(
        self,
        *,
        idempotency_key: str | None = None,
        cadence: Literal["day", "week", "month"] | Omitted = OMIT,
        hour: int | Omitted = OMIT,
        weekday: int | Omitted = OMIT,
        month_day: int | Omitted = OMIT,
        time_zone: str | Omitted = OMIT,
        by_mail: bool | Omitted = OMIT,
        addresses: Sequence[str] | Omitted = OMIT,
        slack_webhook: str | Omitted = OMIT,
        active: bool | Omitted = OMIT,
        reader: Literal["me", "team"] | Omitted = OMIT,
    ) -> SubscriptionItem:
        """One's own digests and the team's, newest first."""
        return self._send(
            Call(
                "POST",
                "/api/v1/digest-subscriptions",
                answers=SubscriptionItem,
                body={
                    "cadence": cadence,
                    "hour": hour,
                    "weekday": weekday,
                    "month_day": month_day,
                    "time_zone": time_zone,
                    "by_mail": by_mail,
                    "addresses": addresses,
                    "slack_webhook": slack_webhook,
                    "active": active,
                    "reader": reader,
                },
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def get_digest_subscription(self, subscription_id: UUID | str) -> SubscriptionItem:
        """One digest that is sent regularly: when, and to whom."""
        return self._send(
            Call("GET", f"/api/v1/digest-subscriptions/{subscription_id}", answers=SubscriptionItem)
        )

    def update_digest_subscription(
        self,
        subscription_id: UUID | str,
        *,
        if_match: str | None = None,
        cadence: Literal["day", "week", "month"] | Omitted = OMIT,
        hour: int | Omitted = OMIT,
        weekday: int | Omitted = OMIT,
        month_day: int | Omitted = OMIT,
        time_zone: str | Omitted = OMIT,
        by_mail: bool | Omitted = OMIT,
        addresses: Sequence[str] | Omitted = OMIT,
        slack_webhook: str | Omitted = OMIT,
        active: bool | Omitted = OMIT,
    ) -> SubscriptionItem:
        """Change when a digest is sent, and to whom."""
        return self._send(
            Call(
                "PATCH",
                f"/api/v1/digest-subscriptions/{subscription_id}",
                answers=SubscriptionItem,
                body={
                    "cadence": cadence,
                    "hour": hour,
                    "weekday": weekday,
                    "month_day": month_day,
                    "time_zone": time_zone,
                    "by_mail": by_mail,
                    "addresses": addresses,
                    "slack_webhook": slack_webhook,
                    "active": active,
                },
                headers={"If-Match": if_match},
            )
        )

    def delete_digest_subscription(
        self, subscription_id: UUID | str, *, if_match: str | None = None
    ) -> None:
        """Send this digest no more."""
        self._send(
            Call(
                "DELETE",
                f"/api/v1/digest-subscriptions/{subscription_id}",
                answers=None,
                headers={"If-Match": if_match},
            )
        )

    def send_digest(
        self, subscription_id: UUID | str, *, idempotency_key: str | None = None
    ) -> DigestItem:
        """Send the latest period now unless it was sent, and try what was parked again."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/digest-subscriptions/{subscription_id}/send",
                answers=DigestItem,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def list_digests(
        self, *, limit: int | None = None, subscription: UUID | str | None = None
    ) -> Iterator[DigestItem]:
        """What was told, newest first: one's own, and the team's."""
        return self._pages(
            Call(
                "GET",
                "/api/v1/digests",
                answers=DigestItemPage,
                query={"limit": limit, "subscription": subscription},
            )
        )

    def preview_digest(
        self,
        *,
        before: date | str | None = None,
        period: Literal["day", "week", "month"] | None = None,
        reader: Literal["me", "team"] | None = None,
        rendering: Literal["json", "text", "html", "slack"] | None = None,
    ) -> DigestDetail:
        """What a digest would say now, as far as the reader may see it. Nothing is sent."""
        return self._send(
            Call(
                "GET",
                "/api/v1/digests/preview",
                answers=DigestDetail,
                query={
                    "before": before,
                    "period": period,
                    "reader": reader,
                    "rendering": rendering,
                },
            )
        )

    def list_entities(
        self,
        *,
        limit: int | None = None,
        q: str | None = None,
        type: Literal[
            "person", "organization", "project", "technology", "location", "event", "concept"
        ]
        | None = None,
    ) -> Iterator[EntityItem]:
        """People, projects, products and whatever else memories name, newest first."""
        return self._pages(
            Call(
                "GET",
                "/api/v1/entities",
                answers=EntityItemPage,
                query={"limit": limit, "q": q, "type": type},
            )
        )

    def get_entity(self, entity_id: UUID | str) -> EntityDetailItem:
        """One entity with its names; also by the id of what was merged into it."""
        return self._send(Call("GET", f"/api/v1/entities/{entity_id}", answers=EntityDetailItem))

    def merge_entities(
        self,
        entity_id: UUID | str,
        *,
        other: UUID | str,
        idempotency_key: str | None = None,
        reason: str | Omitted = OMIT,
    ) -> EntityDetailItem:
        """Say that this entity and another are one. Remembered, and above what rules say."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/entities/{entity_id}/merge",
                answers=EntityDetailItem,
                body={"other": other, "reason": reason},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def split_entity(
        self,
        entity_id: UUID | str,
        *,
        names: Sequence[UUID | str],
        idempotency_key: str | None = None,
        reason: str | Omitted = OMIT,
    ) -> EntityDetailItem:
        """Say that some of this entity's names are another one. Answers with that one."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/entities/{entity_id}/split",
                answers=EntityDetailItem,
                body={"names": names, "reason": reason},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def undo_entity_act(self, act: UUID | str, *, idempotency_key: str | None = None) -> None:
        """Take back a merge, a split or an answer; what it had ended stands again."""
        self._send(
            Call(
                "POST",
                f"/api/v1/entities/acts/{act}/undo",
                answers=None,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def list_entity_suggestions(self, *, limit: int | None = None) -> Iterator[SuggestionItem]:
        """Names that may be one person or thing, where no rule is sure enough, newest first."""
        return self._pages(
            Call(
                "GET",
                "/api/v1/entities/suggestions",
                answers=SuggestionItemPage,
                query={"limit": limit},
            )
        )

    def answer_entity_suggestion(
        self,
        suggestion_id: UUID | str,
        *,
        same: bool,
        idempotency_key: str | None = None,
        reason: str | Omitted = OMIT,
    ) -> EntityDetailItem:
        """Say of a suggested pair whether it is one. Remembered, and above what rules say."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/entities/suggestions/{suggestion_id}",
                answers=EntityDetailItem,
                body={"same": same, "reason": reason},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def erase(
        self,
        *,
        idempotency_key: str | None = None,
        item: UUID | str | Omitted = OMIT,
        integration: UUID | str | Omitted = OMIT,
        container: str | Omitted = OMIT,
        thread: str | Omitted = OMIT,
        person: str | Omitted = OMIT,
        dry_run: bool | Omitted = OMIT,
    ) -> ErasureItem:
        """Erase what the team shares, as an admin, or what is yours alone."""
        return self._send(
            Call(
                "POST",
                "/api/v1/erasures",
                answers=ErasureItem,
                body={
                    "item": item,
                    "integration": integration,
                    "container": container,
                    "thread": thread,
                    "person": person,
                    "dry_run": dry_run,
                },
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def list_extraction_tallies(self, *, days: int | None = None) -> ExtractionTallies:
        """Messages read by a model or by rules, and what was kept and dropped of what they found, the
        newest first.
        """
        return self._send(
            Call(
                "GET", "/api/v1/extraction/tallies", answers=ExtractionTallies, query={"days": days}
            )
        )

    def graph(
        self,
        *,
        entity: Sequence[str] | None = None,
        kind: Sequence[
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
        | None = None,
        limit: int | None = None,
        since: datetime | str | None = None,
        source: Sequence[str] | None = None,
        tag: Sequence[str] | None = None,
        type: Sequence[
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
        | None = None,
        until: datetime | str | None = None,
    ) -> GraphItem:
        """The most important memories, what they name, and how they relate: to draw."""
        return self._send(
            Call(
                "GET",
                "/api/v1/graph",
                answers=GraphItem,
                query={
                    "entity": entity,
                    "kind": kind,
                    "limit": limit,
                    "since": since,
                    "source": source,
                    "tag": tag,
                    "type": type,
                    "until": until,
                },
            )
        )

    def export_graph(
        self,
        *,
        entity: Sequence[str] | None = None,
        kind: Sequence[
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
        | None = None,
        limit: int | None = None,
        since: datetime | str | None = None,
        source: Sequence[str] | None = None,
        tag: Sequence[str] | None = None,
        type: Sequence[
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
        | None = None,
        until: datetime | str | None = None,
    ) -> str:
        """The graph as one HTML file that needs no network and no server. It holds what the reader may
        see, what is private to them included.
        """
        return self._send(
            Call(
                "GET",
                "/api/v1/graph/export",
                answers=str,
                query={
                    "entity": entity,
                    "kind": kind,
                    "limit": limit,
                    "since": since,
                    "source": source,
                    "tag": tag,
                    "type": type,
                    "until": until,
                },
            )
        )

    def graph_neighborhood(
        self, node_id: UUID | str, *, hops: int | None = None, limit: int | None = None
    ) -> GraphItem:
        """A memory, person or thing, what hangs on it, and what hangs on that. Each hop leaves nine
        tenths of a score, times the weight of the relation.
        """
        return self._send(
            Call(
                "GET",
                f"/api/v1/graph/neighborhood/{node_id}",
                answers=GraphItem,
                query={"hops": hops, "limit": limit},
            )
        )

    def find_graph_nodes(self, *, q: str, limit: int | None = None) -> FoundNodes:
        """Nodes of the graph by the words in their titles and names."""
        return self._send(
            Call("GET", "/api/v1/graph/search", answers=FoundNodes, query={"limit": limit, "q": q})
        )

    def list_identities(self, *, limit: int | None = None) -> Iterator[IdentityItem]:
        """Who the members are at services that do not tell mail addresses."""
        return self._pages(
            Call("GET", "/api/v1/identities", answers=IdentityItemPage, query={"limit": limit})
        )

    def state_identity(
        self, *, source: str, external_id: str, principal_id: UUID | str, name: str | Omitted = OMIT
    ) -> IdentityItem:
        """Say who somebody is. Whoever is meant can do so themselves, by signing in there."""
        return self._send(
            Call(
                "PUT",
                "/api/v1/identities",
                answers=IdentityItem,
                body={
                    "source": source,
                    "external_id": external_id,
                    "principal_id": principal_id,
                    "name": name,
                },
            )
        )

    def forget_identity(self, identity_id: UUID | str) -> None:
        """Take back who an account of a source is."""
        self._send(Call("DELETE", f"/api/v1/identities/{identity_id}", answers=None))

    def inbox(self) -> InboxItem:
        """Counts alone: the lists themselves are at conflicts, decisions/awaiting and commitments."""
        return self._send(Call("GET", "/api/v1/inbox", answers=InboxItem))

    def list_integrations(self, *, limit: int | None = None) -> Iterator[ListedIntegration]:
        """The sources that the reader sees, and how each is."""
        return self._pages(
            Call(
                "GET", "/api/v1/integrations", answers=ListedIntegrationPage, query={"limit": limit}
            )
        )

    def get_integration(self, integration_id: UUID | str) -> IntegrationDetail:
        """One source: how it is, and what is done for it."""
        return self._send(
            Call("GET", f"/api/v1/integrations/{integration_id}", answers=IntegrationDetail)
        )

    def update_integration(
        self,
        integration_id: UUID | str,
        *,
        if_match: str | None = None,
        name: str | Omitted = OMIT,
        default_visibility: Literal["private", "shared", "secret"] | Omitted = OMIT,
    ) -> IntegrationDetail:
        """For whoever connected it, and admins. A private source can be made secret and back; what
        was read already follows when it is read again.
        """
        return self._send(
            Call(
                "PATCH",
                f"/api/v1/integrations/{integration_id}",
                answers=IntegrationDetail,
                body={"name": name, "default_visibility": default_visibility},
                headers={"If-Match": if_match},
            )
        )

    def list_choices(self, integration_id: UUID | str) -> ChoicesItem:
        """The channels, repositories, labels or pages of the account, and which are collected."""
        return self._send(
            Call("GET", f"/api/v1/integrations/{integration_id}/choices", answers=ChoicesItem)
        )

    def choose(self, integration_id: UUID | str, *, ids: Sequence[str] | None) -> IntegrationDetail:
        """What is newly chosen is brought in; what is no longer chosen stays."""
        return self._send(
            Call(
                "PUT",
                f"/api/v1/integrations/{integration_id}/choices",
                answers=IntegrationDetail,
                body={"ids": ids},
            )
        )

    def list_deliveries(
        self, integration_id: UUID | str, *, limit: int | None = None
    ) -> Iterator[DeliveryItem]:
        """What the service sent of late, the newest first."""
        return self._pages(
            Call(
                "GET",
                f"/api/v1/integrations/{integration_id}/deliveries",
                answers=DeliveryItemPage,
                query={"limit": limit},
            )
        )

    def retry_delivery(
        self,
        delivery_id: UUID | str,
        integration_id: UUID | str,
        *,
        idempotency_key: str | None = None,
    ) -> DeliveryItem:
        """Give a delivery that was set aside another round of attempts."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/integrations/{integration_id}/deliveries/{delivery_id}/retry",
                answers=DeliveryItem,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def disconnect_integration(
        self,
        integration_id: UUID | str,
        *,
        items: Literal["keep", "erase"],
        idempotency_key: str | None = None,
    ) -> DisconnectedItem:
        """Give the credentials back and stop; then keep what was collected, or erase it.

        Ask again where the erasure is not `finished`.
        """
        return self._send(
            Call(
                "POST",
                f"/api/v1/integrations/{integration_id}/disconnect",
                answers=DisconnectedItem,
                body={"items": items},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def watch_integration(self, integration_id: UUID | str) -> ProgressItem:
        """How far a source is, as it changes.

        With `Accept: text/event-stream`, `progress` comes whenever that changes, and `done` once all is
        worked through or waits for a person; `later` after five minutes: ask again. Without it, the
        answer is how far it is now.
        """
        return self._send(
            Call("GET", f"/api/v1/integrations/{integration_id}/events", answers=ProgressItem)
        )

    def watch_integration_stream(self, integration_id: UUID | str) -> Iterator[Event[ProgressItem]]:
        """How far a source is, as it changes.

        With `Accept: text/event-stream`, `progress` comes whenever that changes, and `done` once all is
        worked through or waits for a person; `later` after five minutes: ask again. Without it, the
        answer is how far it is now.

        As events: `progress`, `later`, `done`.
        """
        return self._events(
            Call("GET", f"/api/v1/integrations/{integration_id}/events", answers=ProgressItem),
            {"progress": ProgressItem, "later": ProgressItem, "done": ProgressItem},
        )

    def pause_integration(
        self, integration_id: UUID | str, *, idempotency_key: str | None = None
    ) -> IntegrationDetail:
        """Stop collecting. What the service sends meanwhile is kept."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/integrations/{integration_id}/pause",
                answers=IntegrationDetail,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def get_progress(self, integration_id: UUID | str) -> ProgressItem:
        """How far a source is."""
        return self._send(
            Call("GET", f"/api/v1/integrations/{integration_id}/progress", answers=ProgressItem)
        )

    def resume_integration(
        self, integration_id: UUID | str, *, idempotency_key: str | None = None
    ) -> IntegrationDetail:
        """What whoever connected a source, or an admin, does with it."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/integrations/{integration_id}/resume",
                answers=IntegrationDetail,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def sync_integration(
        self, integration_id: UUID | str, *, idempotency_key: str | None = None
    ) -> HealthItem:
        """Look for changes now, and try again what waits after a failure."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/integrations/{integration_id}/sync",
                answers=HealthItem,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def list_invitations(self, *, limit: int | None = None) -> Iterator[InvitationItem]:
        """Open invitations, for admins."""
        return self._pages(
            Call("GET", "/api/v1/invitations", answers=InvitationItemPage, query={"limit": limit})
        )

    def invite(
        self,
        *,
        email: str,
        idempotency_key: str | None = None,
        role: Literal["owner", "admin", "member"] | Omitted = OMIT,
    ) -> NewInvitation:
        """The link is mailed, and shown this once: pass it on yourself where the mail could not be sent (`mailed` is false, `problem` says why)."""
        return self._send(
            Call(
                "POST",
                "/api/v1/invitations",
                answers=NewInvitation,
                body={"email": email, "role": role},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def revoke_invitation(self, invitation_id: UUID | str) -> None:
        """The invitation's link works no more."""
        self._send(Call("DELETE", f"/api/v1/invitations/{invitation_id}", answers=None))

    def resend_invitation(
        self, invitation_id: UUID | str, *, idempotency_key: str | None = None
    ) -> NewInvitation:
        """Mail an invitation again. It gets a new token and time; the former link is void."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/invitations/{invitation_id}/resend",
                answers=NewInvitation,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def accept_invitation(self, *, token: str) -> TeamItem:
        """The session acts in that team from then on."""
        return self._send(
            Call("POST", "/api/v1/invitations/accept", answers=TeamItem, body={"token": token})
        )

    def list_keys(self, *, limit: int | None = None) -> Iterator[KeyItem]:
        """The team's keys for an admin, one's own for anyone else."""
        return self._pages(Call("GET", "/api/v1/keys", answers=KeyItemPage, query={"limit": limit}))

    def create_key(
        self,
        *,
        name: str,
        idempotency_key: str | None = None,
        scopes: Sequence[Literal["read", "write", "admin"]] | Omitted = OMIT,
        agent: UUID | str | Omitted = OMIT,
        expires_at: datetime | str | None | Omitted = OMIT,
    ) -> NewKey:
        """A person makes keys for themselves, an admin for agents too."""
        return self._send(
            Call(
                "POST",
                "/api/v1/keys",
                answers=NewKey,
                body={"name": name, "scopes": scopes, "agent": agent, "expires_at": expires_at},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def get_key(self, key_id: UUID | str) -> KeyItem:
        """One key: what it may do, and when it was last used; never the key itself."""
        return self._send(Call("GET", f"/api/v1/keys/{key_id}", answers=KeyItem))

    def rename_key(self, key_id: UUID | str, *, name: str, if_match: str | None = None) -> KeyItem:
        """Give a key another name."""
        return self._send(
            Call(
                "PATCH",
                f"/api/v1/keys/{key_id}",
                answers=KeyItem,
                body={"name": name},
                headers={"If-Match": if_match},
            )
        )

    def revoke_key(self, key_id: UUID | str) -> None:
        """The key works no more. Admins may revoke anybody's."""
        self._send(Call("DELETE", f"/api/v1/keys/{key_id}", answers=None))

    def rotate_key(self, key_id: UUID | str, *, idempotency_key: str | None = None) -> NewKey:
        """One's own, and for admins those of programs: whoever has a key is who it belongs to."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/keys/{key_id}/rotate",
                answers=NewKey,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def list_legal_holds(
        self, *, limit: int | None = None, released: bool | None = None
    ) -> Iterator[HoldItem]:
        """What may not be erased, and why, newest first."""
        return self._pages(
            Call(
                "GET",
                "/api/v1/legal-holds",
                answers=HoldItemPage,
                query={"limit": limit, "released": released},
            )
        )

    def place_legal_hold(
        self,
        *,
        reason: str,
        idempotency_key: str | None = None,
        integration: UUID | str | Omitted = OMIT,
        source: str | Omitted = OMIT,
        person: str | Omitted = OMIT,
        since: datetime | str | Omitted = OMIT,
        until: datetime | str | Omitted = OMIT,
    ) -> HoldItem:
        """Keep what a person or a source said from being erased, until it is released."""
        return self._send(
            Call(
                "POST",
                "/api/v1/legal-holds",
                answers=HoldItem,
                body={
                    "reason": reason,
                    "integration": integration,
                    "source": source,
                    "person": person,
                    "since": since,
                    "until": until,
                },
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def release_legal_hold(
        self, hold_id: UUID | str, *, idempotency_key: str | None = None
    ) -> HoldItem:
        """From now on what was held may be erased again."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/legal-holds/{hold_id}/release",
                answers=HoldItem,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def list_members(self, *, limit: int | None = None) -> Iterator[Member]:
        """Who is in the team, and what each may do."""
        return self._pages(
            Call("GET", "/api/v1/members", answers=MemberPage, query={"limit": limit})
        )

    def get_member(self, user_id: UUID | str) -> Member:
        """Anyone may leave; the rest is for admins, and an owner is changed by owners alone."""
        return self._send(Call("GET", f"/api/v1/members/{user_id}", answers=Member))

    def change_role(
        self,
        user_id: UUID | str,
        *,
        role: Literal["owner", "admin", "member"],
        if_match: str | None = None,
    ) -> Member:
        """Anyone may leave; the rest is for admins, and an owner is changed by owners alone."""
        return self._send(
            Call(
                "PATCH",
                f"/api/v1/members/{user_id}",
                answers=Member,
                body={"role": role},
                headers={"If-Match": if_match},
            )
        )

    def remove_member(self, user_id: UUID | str, *, if_match: str | None = None) -> None:
        """Anyone may leave; the rest is for admins, and an owner is changed by owners alone."""
        self._send(
            Call(
                "DELETE", f"/api/v1/members/{user_id}", answers=None, headers={"If-Match": if_match}
            )
        )

    def list_memories(
        self,
        *,
        archived: bool | None = None,
        as_of: datetime | str | None = None,
        confidence: Sequence[Literal["high", "medium", "low"]] | None = None,
        due: Literal["overdue", "week", "any"] | None = None,
        entity: str | None = None,
        holds: Sequence[Literal["holds", "superseded", "reversed", "pending"]] | None = None,
        include_secret: bool | None = None,
        kind: Literal[
            "decision", "fact", "preference", "observation", "action_item", "correction", "summary"
        ]
        | None = None,
        limit: int | None = None,
        person: str | None = None,
        project: str | None = None,
        q: str | None = None,
        since: datetime | str | None = None,
        sort: Literal["newest", "oldest", "importance", "updated"] | None = None,
        source: Sequence[str] | None = None,
        status: Sequence[Literal["decided", "pending", "reversed"]] | None = None,
        tag: Sequence[str] | None = None,
        tags_all: Sequence[str] | None = None,
        tags_any: Sequence[str] | None = None,
        tags_none: Sequence[str] | None = None,
        type: Sequence[
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
        | None = None,
        until: datetime | str | None = None,
        visibility: Sequence[Literal["private", "shared", "restricted", "secret"]] | None = None,
    ) -> Iterator[MemoryItem]:
        """As filtered, newest first unless sorted otherwise; secret ones for their owner alone, and
        only where asked for.
        """
        return self._pages(
            Call(
                "GET",
                "/api/v1/memories",
                answers=MemoryItemPage,
                query={
                    "archived": archived,
                    "as_of": as_of,
                    "confidence": confidence,
                    "due": due,
                    "entity": entity,
                    "holds": holds,
                    "include_secret": include_secret,
                    "kind": kind,
                    "limit": limit,
                    "person": person,
                    "project": project,
                    "q": q,
                    "since": since,
                    "sort": sort,
                    "source": source,
                    "status": status,
                    "tag": tag,
                    "tags_all": tags_all,
                    "tags_any": tags_any,
                    "tags_none": tags_none,
                    "type": type,
                    "until": until,
                    "visibility": visibility,
                },
            )
        )

    def create_memory(
        self,
        *,
        title: str,
        idempotency_key: str | None = None,
        summary: str | Omitted = OMIT,
        rationale: str | Omitted = OMIT,
        decision_type: Literal[
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
        | Omitted = OMIT,
        confidence: Literal["high", "medium", "low"] | Omitted = OMIT,
        status: Literal["decided", "pending", "reversed"] | Omitted = OMIT,
        options: Sequence[OptionBodyRequest] | Omitted = OMIT,
        people: Sequence[PersonBodyRequest] | Omitted = OMIT,
        owner_name: str | Omitted = OMIT,
        due_on: date | str | None | Omitted = OMIT,
        importance: float | Omitted = OMIT,
        tags: Sequence[str] | Omitted = OMIT,
        visibility: Literal["private", "shared", "secret"] | Omitted = OMIT,
        quote: str | Omitted = OMIT,
        entities: Sequence[EntityBodyRequest] | Omitted = OMIT,
        source_url: str | Omitted = OMIT,
        decided_at: datetime | str | Omitted = OMIT,
        kind: Literal["decision", "fact", "preference", "observation", "action_item", "correction"]
        | Omitted = OMIT,
    ) -> MemoryDetail:
        """As filtered, newest first unless sorted otherwise; secret ones for their owner alone, and
        only where asked for.
        """
        return self._send(
            Call(
                "POST",
                "/api/v1/memories",
                answers=MemoryDetail,
                body={
                    "title": title,
                    "summary": summary,
                    "rationale": rationale,
                    "decision_type": decision_type,
                    "confidence": confidence,
                    "status": status,
                    "options": options,
                    "people": people,
                    "owner_name": owner_name,
                    "due_on": due_on,
                    "importance": importance,
                    "tags": tags,
                    "visibility": visibility,
                    "quote": quote,
                    "entities": entities,
                    "source_url": source_url,
                    "decided_at": decided_at,
                    "kind": kind,
                },
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def get_memory(self, memory_id: UUID | str) -> MemoryDetail:
        """One memory with its sources, people, entities, occurrences and lineage."""
        return self._send(Call("GET", f"/api/v1/memories/{memory_id}", answers=MemoryDetail))

    def edit_memory(
        self,
        memory_id: UUID | str,
        *,
        if_match: str | None = None,
        title: str | Omitted = OMIT,
        summary: str | Omitted = OMIT,
        rationale: str | Omitted = OMIT,
        decision_type: Literal[
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
        | Omitted = OMIT,
        confidence: Literal["high", "medium", "low"] | Omitted = OMIT,
        status: Literal["decided", "pending", "reversed"] | Omitted = OMIT,
        options: Sequence[OptionBodyRequest] | Omitted = OMIT,
        people: Sequence[PersonBodyRequest] | Omitted = OMIT,
        owner_name: str | Omitted = OMIT,
        due_on: date | str | None | Omitted = OMIT,
        importance: float | Omitted = OMIT,
        tags: Sequence[str] | Omitted = OMIT,
        visibility: Literal["private", "shared", "secret"] | Omitted = OMIT,
    ) -> MemoryDetail:
        """One memory with its sources, people, entities, occurrences and lineage."""
        return self._send(
            Call(
                "PATCH",
                f"/api/v1/memories/{memory_id}",
                answers=MemoryDetail,
                body={
                    "title": title,
                    "summary": summary,
                    "rationale": rationale,
                    "decision_type": decision_type,
                    "confidence": confidence,
                    "status": status,
                    "options": options,
                    "people": people,
                    "owner_name": owner_name,
                    "due_on": due_on,
                    "importance": importance,
                    "tags": tags,
                    "visibility": visibility,
                },
                headers={"If-Match": if_match},
            )
        )

    def delete_memory(self, memory_id: UUID | str, *, if_match: str | None = None) -> None:
        """One memory with its sources, people, entities, occurrences and lineage."""
        self._send(
            Call(
                "DELETE",
                f"/api/v1/memories/{memory_id}",
                answers=None,
                headers={"If-Match": if_match},
            )
        )

    def related_memories(
        self, memory_id: UUID | str, *, limit: int | None = None
    ) -> RelatedMemories:
        """What hangs together with a memory, nearest first: replaced ones, similar ones, then those
        that name the same people and things.
        """
        return self._send(
            Call(
                "GET",
                f"/api/v1/memories/{memory_id}/related",
                answers=RelatedMemories,
                query={"limit": limit},
            )
        )

    def pipeline_status(self) -> PipelineStatus:
        """What is left to do on the items that the reader can see."""
        return self._send(Call("GET", "/api/v1/pipeline", answers=PipelineStatus))

    def list_parked(self, *, limit: int | None = None) -> Iterator[ParkedItem]:
        """Items that were set aside, and why."""
        return self._pages(
            Call("GET", "/api/v1/pipeline/parked", answers=ParkedItemPage, query={"limit": limit})
        )

    def retry_parked(self, item_id: UUID | str, *, idempotency_key: str | None = None) -> Retried:
        """Try an item again that was set aside."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/pipeline/parked/{item_id}/retry",
                answers=Retried,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def retry_all_parked(self, *, idempotency_key: str | None = None) -> Retried:
        """Give all that was set aside another round of attempts."""
        return self._send(
            Call(
                "POST",
                "/api/v1/pipeline/parked/retry",
                answers=Retried,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def list_unreconciled(self) -> Unreconciled:
        """Memories, as far as one sees them, that are not compared with the others yet."""
        return self._send(Call("GET", "/api/v1/pipeline/unreconciled", answers=Unreconciled))

    def list_recurring(
        self, *, days: int | None = None, times: int | None = None
    ) -> RecurringTopics:
        """What matters to the team, or what it cannot settle: the ten most frequent topics."""
        return self._send(
            Call(
                "GET",
                "/api/v1/recurring",
                answers=RecurringTopics,
                query={"days": days, "times": times},
            )
        )

    def list_retention_policies(self, *, limit: int | None = None) -> Iterator[RetentionItem]:
        """Policies that the reader sees: the team's, their channels' and their own."""
        return self._pages(
            Call("GET", "/api/v1/retention", answers=RetentionItemPage, query={"limit": limit})
        )

    def set_retention_policy(
        self,
        *,
        days: int,
        action: Literal["erase", "erase_text"],
        idempotency_key: str | None = None,
        source: str | Omitted = OMIT,
        private: bool | Omitted = OMIT,
        audience: UUID | str | Omitted = OMIT,
    ) -> RetentionItem:
        """Policies that the reader sees: the team's, their channels' and their own."""
        return self._send(
            Call(
                "POST",
                "/api/v1/retention",
                answers=RetentionItem,
                body={
                    "days": days,
                    "action": action,
                    "source": source,
                    "private": private,
                    "audience": audience,
                },
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def preview_retention_policy(self, policy_id: UUID | str) -> RetentionPreview:
        """How many items would go now."""
        return self._send(Call("GET", f"/api/v1/retention/{policy_id}", answers=RetentionPreview))

    def drop_retention_policy(self, policy_id: UUID | str) -> None:
        """Nothing is erased or archived by this rule any more."""
        self._send(Call("DELETE", f"/api/v1/retention/{policy_id}", answers=None))

    def preview_retention(
        self,
        *,
        days: int,
        action: Literal["erase", "erase_text"],
        source: str | Omitted = OMIT,
        private: bool | Omitted = OMIT,
        audience: UUID | str | Omitted = OMIT,
    ) -> RetentionPreview:
        """What a policy would do, before it is set: it is carried out within minutes."""
        return self._send(
            Call(
                "POST",
                "/api/v1/retention/preview",
                answers=RetentionPreview,
                body={
                    "days": days,
                    "action": action,
                    "source": source,
                    "private": private,
                    "audience": audience,
                },
            )
        )

    def retrieval_index(self) -> IndexItem:
        """Which model's vectors are searched, and how far a change of model is."""
        return self._send(Call("GET", "/api/v1/retrieval/index", answers=IndexItem))

    def preview_retrieval_settings(
        self, *, queries: Sequence[str], changes: RetrievalSettingsBodyRequest
    ) -> PreviewList:
        """Results of one's own questions under the settings that count and under changed ones, side by
        side, each with its place under the other. Nothing is stored, and anybody may try.
        """
        return self._send(
            Call(
                "POST",
                "/api/v1/retrieval/preview",
                answers=PreviewList,
                body={"queries": queries, "changes": changes},
            )
        )

    def get_retrieval_settings(self) -> RetrievalSettingsItem:
        """What counts when the team's memories are searched."""
        return self._send(Call("GET", "/api/v1/retrieval/settings", answers=RetrievalSettingsItem))

    def update_retrieval_settings(
        self,
        *,
        if_match: str | None = None,
        backend: Literal["vector", "lexical", "hybrid", "rrf"] | None | Omitted = OMIT,
        graph: Literal["off", "hops", "sem_ppr"] | None | Omitted = OMIT,
        parameters: ParametersBodyRequest | Omitted = OMIT,
    ) -> RetrievalSettingsItem:
        """Change how the team's memories are searched, for everybody in it."""
        return self._send(
            Call(
                "PATCH",
                "/api/v1/retrieval/settings",
                answers=RetrievalSettingsItem,
                body={"backend": backend, "graph": graph, "parameters": parameters},
                headers={"If-Match": if_match},
            )
        )

    def search(
        self,
        *,
        query: str,
        filters: FiltersBodyRequest | Omitted = OMIT,
        limit: int | Omitted = OMIT,
        backend: Literal["vector", "lexical", "hybrid", "rrf"] | Omitted = OMIT,
        graph: Literal["off", "hops", "sem_ppr"] | Omitted = OMIT,
        explain: bool | Omitted = OMIT,
        without: Sequence[
            Literal[
                "names",
                "times",
                "meaning",
                "words",
                "people",
                "context",
                "cues",
                "recency",
                "distill",
            ]
        ]
        | Omitted = OMIT,
    ) -> Found:
        """What the reader may see that answers a query, best first."""
        return self._send(
            Call(
                "POST",
                "/api/v1/search",
                answers=Found,
                body={
                    "filters": filters,
                    "query": query,
                    "limit": limit,
                    "backend": backend,
                    "graph": graph,
                    "explain": explain,
                    "without": without,
                },
            )
        )

    def list_providers(self) -> ProviderList:
        """The chat and the embedding model that serve the team. They are the operator's to choose, in
        the server's settings; no key is ever shown.
        """
        return self._send(Call("GET", "/api/v1/settings/providers", answers=ProviderList))

    def test_providers(self, *, idempotency_key: str | None = None) -> TrialList:
        """Ask each model the least that can be asked, and say how long it took. It is counted in the
        team's usage, as any call is.
        """
        return self._send(
            Call(
                "POST",
                "/api/v1/settings/providers/test",
                answers=TrialList,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def list_thresholds(self) -> ThresholdList:
        """What they are and what they mean. They are the same for every team and cannot be changed:
        what is stored depends on them. What can be is at retrieval/settings.
        """
        return self._send(Call("GET", "/api/v1/settings/thresholds", answers=ThresholdList))

    def get_shared_conversation(self, link: UUID | str) -> SharedConversationItem:
        """A conversation that a teammate shares."""
        return self._send(
            Call("GET", f"/api/v1/shared-conversations/{link}", answers=SharedConversationItem)
        )

    def list_shared_exchanges(
        self, link: UUID | str, *, limit: int | None = None
    ) -> Iterator[SharedExchangeItem]:
        """What was said in it until it was shared, latest first.

        An answer is told where the reader sees all that it rests on, and else withheld with its
        question.
        """
        return self._pages(
            Call(
                "GET",
                f"/api/v1/shared-conversations/{link}/exchanges",
                answers=SharedExchangeItemPage,
                query={"limit": limit},
            )
        )

    def list_source_kinds(self) -> Iterator[SourceKind]:
        """The kinds of files that can be handed in."""
        return self._pages(Call("GET", "/api/v1/sources", answers=SourceKinds))

    def list_runs(
        self, *, integration: UUID | str | None = None, limit: int | None = None
    ) -> Iterator[RunItem]:
        """Readings of sources; handing in a file begins one."""
        return self._pages(
            Call(
                "GET",
                "/api/v1/sync-runs",
                answers=RunItemPage,
                query={"integration": integration, "limit": limit},
            )
        )

    def upload(
        self,
        *,
        idempotency_key: str | None = None,
        kind: Literal["adr", "discord", "git", "mbox", "notes", "notion", "slack"] | Omitted = OMIT,
        visibility: Literal["private", "shared", "secret"] | Omitted = OMIT,
        name: str | Omitted = OMIT,
        file: Sequence[File] | Omitted = OMIT,
        paths: str | Omitted = OMIT,
        upload: UUID | str | Omitted = OMIT,
    ) -> RunItem:
        """Read a file or a folder: one that comes with the request, or an upload from before. A
        worker reads it; the run says how far it is. What was read before changes nothing.
        """
        return self._send(
            Call(
                "POST",
                "/api/v1/sync-runs",
                answers=RunItem,
                body={
                    "kind": kind,
                    "visibility": visibility,
                    "name": name,
                    "paths": paths,
                    "upload": upload,
                },
                files={"file": file},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def get_run(self, run_id: UUID | str) -> RunDetail:
        """How far a run is: what it read, stored and refused."""
        return self._send(Call("GET", f"/api/v1/sync-runs/{run_id}", answers=RunDetail))

    def watch_run(self, run_id: UUID | str) -> RunProgress:
        """How far a run is, as it changes.

        With `Accept: text/event-stream`, `progress` comes whenever that changes, and `done` once all is
        read and worked through, or the run failed or was stopped; `later` after five minutes: ask
        again. Without it, the answer is how far it is now.
        """
        return self._send(Call("GET", f"/api/v1/sync-runs/{run_id}/events", answers=RunProgress))

    def watch_run_stream(self, run_id: UUID | str) -> Iterator[Event[RunProgress]]:
        """How far a run is, as it changes.

        With `Accept: text/event-stream`, `progress` comes whenever that changes, and `done` once all is
        read and worked through, or the run failed or was stopped; `later` after five minutes: ask
        again. Without it, the answer is how far it is now.

        As events: `progress`, `later`, `done`.
        """
        return self._events(
            Call("GET", f"/api/v1/sync-runs/{run_id}/events", answers=RunProgress),
            {"progress": RunProgress, "later": RunProgress, "done": RunProgress},
        )

    def stop_run(self, run_id: UUID | str, *, idempotency_key: str | None = None) -> RunItem:
        """What was read stays; handing in the same again goes on where this stopped."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/sync-runs/{run_id}/stop",
                answers=RunItem,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def list_teams(self) -> Iterator[TeamItem]:
        """The teams of whoever asks; a key has one."""
        return self._pages(Call("GET", "/api/v1/teams", answers=TeamList))

    def create_team(self, *, name: str, slug: str | Omitted = OMIT) -> TeamItem:
        """Whoever asks owns it, and their session acts in it from then on."""
        return self._send(
            Call("POST", "/api/v1/teams", answers=TeamItem, body={"name": name, "slug": slug})
        )

    def get_team(self, team_id: UUID | str) -> TeamDetail:
        """The team that the request acts in; any other is not found."""
        return self._send(Call("GET", f"/api/v1/teams/{team_id}", answers=TeamDetail))

    def update_team(
        self,
        team_id: UUID | str,
        *,
        if_match: str | None = None,
        name: str | Omitted = OMIT,
        timezone: str | Omitted = OMIT,
    ) -> TeamDetail:
        """The team that the request acts in; any other is not found."""
        return self._send(
            Call(
                "PATCH",
                f"/api/v1/teams/{team_id}",
                answers=TeamDetail,
                body={"name": name, "timezone": timezone},
                headers={"If-Match": if_match},
            )
        )

    def hand_in(
        self,
        *,
        file: Sequence[File],
        idempotency_key: str | None = None,
        paths: str | Omitted = OMIT,
    ) -> UploadItem:
        """Answers what it seems to be and about how much is in it. Start it with
        `POST /api/v1/sync-runs`; what is not started goes after a day.
        """
        return self._send(
            Call(
                "POST",
                "/api/v1/uploads",
                answers=UploadItem,
                body={"paths": paths},
                files={"file": file},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def discard_upload(self, upload_id: UUID | str) -> None:
        """It is not started, and deleted."""
        self._send(Call("DELETE", f"/api/v1/uploads/{upload_id}", answers=None))

    def read_usage(
        self, *, since: date | str | None = None, until: date | str | None = None
    ) -> UsageItem:
        """Calls, tokens and money by stage, model and day."""
        return self._send(
            Call("GET", "/api/v1/usage", answers=UsageItem, query={"since": since, "until": until})
        )

    def read_budgets(self) -> BudgetsItem:
        """What models may use. What is over a budget waits, and goes on once it renews or is raised."""
        return self._send(Call("GET", "/api/v1/usage/budgets", answers=BudgetsItem))

    def replace_budgets(
        self,
        *,
        budgets: Sequence[BudgetBodyRequest],
        if_match: str | None = None,
        batch_backfills: bool | None | Omitted = OMIT,
    ) -> BudgetsItem:
        """What models may use. What is over a budget waits, and goes on once it renews or is raised."""
        return self._send(
            Call(
                "PUT",
                "/api/v1/usage/budgets",
                answers=BudgetsItem,
                body={"budgets": budgets, "batch_backfills": batch_backfills},
                headers={"If-Match": if_match},
            )
        )

    def list_webhook_endpoints(self, *, limit: int | None = None) -> Iterator[EndpointItem]:
        """Where this team's events go, newest first."""
        return self._pages(
            Call(
                "GET", "/api/v1/webhook-endpoints", answers=EndpointItemPage, query={"limit": limit}
            )
        )

    def create_webhook_endpoint(
        self,
        *,
        url: str,
        events: Sequence[
            Literal[
                "decision.made",
                "decision.superseded",
                "decision.reversed",
                "conflict.opened",
                "commitment.due",
            ]
        ],
        idempotency_key: str | None = None,
        description: str | Omitted = OMIT,
    ) -> EndpointSecret:
        """From now on, what the whole team shares is told there. The secret is shown this once."""
        return self._send(
            Call(
                "POST",
                "/api/v1/webhook-endpoints",
                answers=EndpointSecret,
                body={"url": url, "description": description, "events": events},
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def get_webhook_endpoint(self, endpoint_id: UUID | str) -> EndpointItem:
        """Where it goes, what it listens to, and whether what is sent is taken."""
        return self._send(
            Call("GET", f"/api/v1/webhook-endpoints/{endpoint_id}", answers=EndpointItem)
        )

    def update_webhook_endpoint(
        self,
        endpoint_id: UUID | str,
        *,
        if_match: str | None = None,
        url: str | Omitted = OMIT,
        description: str | Omitted = OMIT,
        events: Sequence[
            Literal[
                "decision.made",
                "decision.superseded",
                "decision.reversed",
                "conflict.opened",
                "commitment.due",
            ]
        ]
        | Omitted = OMIT,
        active: bool | Omitted = OMIT,
    ) -> EndpointItem:
        """What is left out stays. One that was switched off is told of what happens from when it
        is switched on again.
        """
        return self._send(
            Call(
                "PATCH",
                f"/api/v1/webhook-endpoints/{endpoint_id}",
                answers=EndpointItem,
                body={"url": url, "description": description, "events": events, "active": active},
                headers={"If-Match": if_match},
            )
        )

    def delete_webhook_endpoint(
        self, endpoint_id: UUID | str, *, if_match: str | None = None
    ) -> None:
        """It goes with the list of what was delivered to it."""
        self._send(
            Call(
                "DELETE",
                f"/api/v1/webhook-endpoints/{endpoint_id}",
                answers=None,
                headers={"If-Match": if_match},
            )
        )

    def list_webhook_deliveries(
        self,
        endpoint_id: UUID | str,
        *,
        limit: int | None = None,
        state: Literal["waiting", "delivered", "failed", "withdrawn"] | None = None,
    ) -> Iterator[WebhookDeliveryItem]:
        """The newest first, of the last 30 days: which event, and what the receiver answered."""
        return self._pages(
            Call(
                "GET",
                f"/api/v1/webhook-endpoints/{endpoint_id}/deliveries",
                answers=WebhookDeliveryItemPage,
                query={"limit": limit, "state": state},
            )
        )

    def redeliver_webhook(
        self,
        delivery_id: UUID | str,
        endpoint_id: UUID | str,
        *,
        idempotency_key: str | None = None,
    ) -> WebhookDeliveryItem:
        """A worker sends it within seconds, under the same id as before."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver",
                answers=WebhookDeliveryItem,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def rotate_webhook_secret(
        self, endpoint_id: UUID | str, *, idempotency_key: str | None = None
    ) -> EndpointSecret:
        """Shown this once. For 24 hours messages are signed with both, the one before included."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/webhook-endpoints/{endpoint_id}/rotate-secret",
                answers=EndpointSecret,
                headers={"Idempotency-Key": idempotency_key},
            )
        )

    def test_webhook_endpoint(
        self, endpoint_id: UUID | str, *, idempotency_key: str | None = None
    ) -> WebhookDeliveryItem:
        """Sends `webhook.test` now, and answers what came of it."""
        return self._send(
            Call(
                "POST",
                f"/api/v1/webhook-endpoints/{endpoint_id}/test",
                answers=WebhookDeliveryItem,
                headers={"Idempotency-Key": idempotency_key},
            )
        )
