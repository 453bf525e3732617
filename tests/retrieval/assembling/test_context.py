from datetime import UTC, datetime

import pytest

from momo.platform.ai import estimate_tokens
from momo.platform.tenancy.ids import uuid7
from retrieval.assembling.assemble import Format
from retrieval.assembling.context import context
from retrieval.tuning import SMALL_WINDOW
from tests.retrieval.conftest import NOW, days_ago


@pytest.fixture
def item(world):
    """A source item with a sealed text, `age` days old."""
    from connectors.models import Integration, SourceItem
    from decisions.pipeline.work import seal_field
    from momo.platform.accounts.models import Agent

    def store(text, age):
        with world.acting_as("owner") as scope:
            agent = Agent.objects.create(name="slack", kind=Agent.Kind.CONNECTOR)
            integration = Integration.objects.create(
                kind="slack", source="slack", name=str(uuid7()), holder=uuid7(), agent_id=agent.id,
                default_visibility="shared",
            )  # fmt: skip
            item = SourceItem(
                integration_id=integration.id, external_id="1", source="slack", kind="message",
                media_type="text/plain", container="infra", occurred_at=days_ago(age),
                author={"name": "Jane", "email": "", "handle": "", "role": "author"},
                content_hash=b"x", owner_id=scope.principal_id, holder=uuid7(),
            )  # fmt: skip
            seal_field(item, "sealed_text", text)
            item.save(force_insert=True)
            return item.id

    return store


def _context(world, query, who="owner", **kwargs):
    return context(world.scope(who), query, now=NOW, **kwargs)


def test_recent_memories_come_with_their_full_text(remember, item, world):
    remember("Chose Postgres", age=3, source_item_id=item("Hello,\nthe elephant it is.", 3))
    text = _context(world, "postgres").text
    assert "> the elephant it is." in text
    assert "Source: #infra on Slack" in text


def test_older_memories_come_without_it(remember, item, world):
    remember("Chose Postgres", "For data.", age=30, source_item_id=item("The elephant.", 30))
    text = _context(world, "postgres").text
    assert "For data." in text
    assert "elephant" not in text


def test_the_budget_holds(remember, world):
    for n in range(10):
        remember(f"Chose database {n}", "A long story. " * 50, age=1)
    packed = _context(world, "database", max_tokens=300)
    assert packed.tokens == estimate_tokens(packed.text) <= 300
    assert packed.shortened + packed.dropped == 10


def test_the_bytes_of_a_small_window_hold(remember, item, world):
    for n in range(30):
        text = "数据库 it is, says the harbour. " * 300
        remember(f"Chose database {n}", "数据库 " * 100, age=1, source_item_id=item(text, 1))
    for format_ in Format:
        packed = _context(
            world, "database", limit=30, max_bytes=SMALL_WINDOW, max_tokens=100_000, format=format_
        )
        assert 6_000 < packed.bytes == len(packed.text.encode()) <= 8_192
        assert len(packed.sources) > 10


def test_tokens_are_counted_as_the_settings_say(remember, world, settings):
    remember("Chose Postgres", age=1)
    estimated = _context(world, "postgres").tokens
    settings.MOMO_TOKEN_COUNTER = "momo.platform.ai.llama.count_tokens"
    assert 0 < _context(world, "postgres").tokens < estimated


def test_a_context_holds_what_its_reader_may_see(remember, world):
    remember("Chose Postgres", who="private_owner", visibility="private", age=1)
    assert _context(world, "postgres", "teammate").text == ""
    assert "Postgres" in _context(world, "postgres", "private_owner").text


def test_nothing_known_is_an_empty_context(world):
    packed = context(world.scope("owner"), "postgres", now=datetime(2026, 6, 1, tzinfo=UTC))
    assert (packed.text, packed.sources, packed.tokens, packed.dropped) == ("", (), 0, 0)
