"""Reindexing as processes of their own do it: killed anywhere, and in a partition of one's own."""

import subprocess
import sys
import time

import pytest

from lifecycle import reindex as lifecycle
from lifecycle.owner import rows
from lifecycle.partitions import table_of
from lifecycle.promotion import promote
from lifecycle.reindex import reindex
from momo.platform.ai import AIConfig
from momo.platform.ai.fakes import FakeOpenAI
from retrieval.models import Reindexing
from retrieval.pipeline import search
from tests.bench.generate import MODEL
from tests.command import Momo, environment
from tests.lifecycle.reindex.indexed import NEW, entries, models_of
from tests.mailbox import mail, write_mbox

MAILS = 180  # more memories than a batch


@pytest.fixture
def server():
    with FakeOpenAI() as fake:
        yield fake


def started(world, who, server, *arguments):
    """`momo` with the new model configured."""
    model = {
        "MOMO_AI_BASE_URL": server.base_url, "MOMO_CHAT_MODEL": "", "MOMO_EMBEDDING_MODEL": NEW,
    }  # fmt: skip
    team = world.other_team if who == "stranger" else world.team
    who_asks = {"MOMO_TEAM": team.slug, "MOMO_USER": getattr(world, who).email}
    return subprocess.Popen(
        [sys.executable, "-m", "momo", *map(str, arguments)], env=environment(**model, **who_asks),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def finished(process):
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors


def killed(process, at_least):
    """Kill it once so many memories are done. Its lease is as if it had run out."""
    deadline = time.monotonic() + 60
    while not Reindexing.objects.filter(done__gte=at_least).exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    process.communicate()
    Reindexing.objects.update(locked_until=None)
    return Reindexing.objects.get()


def test_killed_twice_it_ends_as_a_fresh_ingestion(committed_world, server, tmp_path, settings):
    world = committed_world
    settings.MOMO_AI = AIConfig(base_url=server.base_url, chat_model="", embedding_model=NEW)
    box = write_mbox(tmp_path / "box.mbox", [mail(n) for n in range(MAILS)])
    Momo(world.team.slug, world.owner.email)("ingest", "mbox", box)
    fresh = started(world, "stranger", server, "ingest", "mbox", box)
    for at_least in (1, MAILS):
        run = killed(started(world, "owner", server, "reindex"), at_least)
        assert not run.finished_at
        found = search(world.scope("owner"), "Postgres for billing")
        assert found.results
        assert not found.degraded
    finished(fresh)
    finished(started(world, "owner", server, "reindex"))
    run = Reindexing.objects.get()
    assert run.finished_at
    assert run.done == run.total  # nothing was done twice
    expected = entries(world, "stranger")
    assert len(expected) >= MAILS
    assert entries(world, "owner") == expected


def test_a_partition_has_an_index_for_the_new_model_before_searches_change(
    cleared, fill, server, settings, monkeypatch
):
    fill(300)
    promote(cleared.team.id)
    settings.MOMO_AI = AIConfig(base_url=server.base_url, chat_model="", embedding_model=NEW)
    monkeypatch.setattr(lifecycle, "GRACE_SECONDS", 0.0)
    seen, activate = [], lifecycle.activate

    def then(model):
        seen.append(indexed(cleared.team.id))
        activate(model)

    monkeypatch.setattr(lifecycle, "activate", then)
    reindex(cleared.scope("owner"))
    assert seen == [{MODEL, NEW}]
    assert indexed(cleared.team.id) == {NEW}
    assert set(models_of(cleared)) == {NEW}


def indexed(team_id):
    """The models whose vectors have an index of their own in a team's partition."""
    sql = "SELECT indexdef FROM pg_indexes WHERE tablename = %s AND indexdef LIKE '%%hnsw%%'"
    return {
        row[0].rpartition("::text = '")[2].partition("'")[0]
        for row in rows(sql, [table_of(team_id)])
    }
