"""The messages behind a made-up team's memories, sealed as the product seals them: what assembling
a context reads of the recent ones."""

from uuid import UUID

from django.utils import timezone

from connectors.models import Integration, SourceItem
from connectors.services import ITEM_TABLE
from decisions.models import Memory
from momo.platform.accounts.models import Agent
from momo.platform.tenancy.bulk import insert_rows, update_rows
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.ids import uuid7
from momo.platform.vault import services as vault

_COLUMNS = (
    "id", "holder", "integration_id", "external_id", "source", "kind", "media_type", "title",
    "container", "thread_key", "reply_to", "url", "participants", "names", "tags", "occurred_at",
    "dated", "received_at", "content_hash", "sealed_text", "noise", "visibility",
)  # fmt: skip
_NOBODY = UUID(int=0)


def give_sources(scope: Scope) -> None:
    """Each memory of a team's gets its message; those of one message share it."""
    with acting_as(scope.team_id, scope.principal_id):
        integration = _integration()
        found = Memory.objects.values_list("id", "thread_key", "source_date", "summary")
        items: dict[tuple[object, ...], tuple[object, ...]] = {}
        of_memory = []
        for memory_id, thread, at, text in found:
            item = items.setdefault((thread, at), _item(integration, thread, at, text))
            of_memory.append((memory_id, item[0]))
        insert_rows(SourceItem, _COLUMNS, list(items.values()))
        update_rows(Memory, ("id", "source_item_id"), of_memory)


def _integration() -> Integration:
    agent = Agent.objects.create(name="Bench", kind=Agent.Kind.CONNECTOR)
    return Integration.objects.create(  # type: ignore[no-any-return]
        kind="slack", source="slack", name="bench", holder=_NOBODY, agent_id=agent.id,
        default_visibility="shared",
    )  # fmt: skip


def _item(integration: Integration, thread: str, at: object, text: str) -> tuple[object, ...]:
    id_ = uuid7()
    sealed = vault.seal(text, table=ITEM_TABLE, row_id=id_, field="sealed_text")
    return (
        id_, _NOBODY, integration.id, str(id_), "slack", "message", "text/plain", "", "general",
        thread, "", "", [], {}, [], at, True, timezone.now(), b"", sealed, False, "shared",
    )  # fmt: skip
