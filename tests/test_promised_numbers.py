"""The numbers that users are promised: each is quoted, and what Momo does is held against it."""

import math
from datetime import timedelta
from itertools import pairwise
from uuid import uuid4

import numpy as np
import pytest
from django.utils import timezone
from pgvector import HalfVector

from decisions.editing.drafts import Draft
from decisions.extraction.contract import DecisionType
from decisions.models import Edge, EdgeKind, Memory, MemoryEmbedding
from decisions.services import create_memory
from lifecycle.compaction import run, state
from lifecycle.compaction.chunks import chunks
from lifecycle.compaction.run import TooFewDecisions, compact
from lifecycle.compaction.wording import room
from momo.platform.ai import EMBEDDING_DIMENSIONS, estimate_tokens
from momo.platform.ai.cache import CachedEmbeddings
from retrieval.assembling.assemble import assemble
from retrieval.assembling.tiers import Tier, tier_of
from retrieval.filters import Filters
from retrieval.graph.expand import GraphMode, expand
from retrieval.landing.meaning import Meaning
from retrieval.pipeline import search
from retrieval.ranking import scoring
from retrieval.ranking.scoring import combine, recency
from tests.retrieval.builders import a_candidate, a_query, a_result, landed_of
from tests.retrieval.conftest import NOW, days_ago

TITLES = (
    "Chose Postgres as the database for billing",
    "Chose Postgres as the database for accounts",
    "Chose Postgres as the database for search",
)


@pytest.fixture
def decide(world):
    """State decisions of that age, with vectors of these cosines to the first, if given."""

    def make(titles=TITLES, *, days=200, cosines=None):
        at = timezone.now() - timedelta(days=days)
        ids = [
            create_memory(world.scope("owner"), Draft(title=title, decided_at=at))
            for title in titles
        ]
        for number, cosine in enumerate(cosines or ()):
            vector = np.zeros(EMBEDDING_DIMENSIONS, dtype=np.float32)
            vector[0], vector[number + 1] = cosine, math.sqrt(1 - cosine**2)
            with world.acting_as("owner"):
                rows = MemoryEmbedding.objects.filter(memory_id=ids[number])
                rows.update(embedding=HalfVector(vector))
        return ids

    return make


@pytest.fixture
def any_size(monkeypatch):
    monkeypatch.setattr(run, "MIN_DECISIONS", 1)


def test_momo_recognizes_10_types():
    assert {kind.value for kind in DecisionType} == {
        "approval", "rejection", "selection", "delegation", "commitment", "direction",
        "confirmation", "cancellation", "negotiation", "prioritization",
    }  # fmt: skip


def test_content_becomes_a_1536_dim_vector(world, decide):
    (memory_id,) = decide(TITLES[:1])
    with world.acting_as("owner"):
        vector = MemoryEmbedding.objects.get(memory_id=memory_id).embedding
    assert len(vector) == 1536


# --- "0-14 days: full; 14-60 days: title, date, type, summary; 60+ days: title, date, type" ---


@pytest.mark.parametrize(
    ("age", "tier"),
    [(0, "full"), (13.9, "full"), (14.1, "summary"), (59.9, "summary"), (60.1, "minimal")],
)
def test_detail_varies_with_age(age, tier):
    assert tier_of(days_ago(age), now=NOW) == Tier(tier)


@pytest.mark.parametrize(
    ("age", "shown"), [(3, "summary rationale"), (30, "summary"), (90, "")]
)  # fmt: skip
def test_older_decisions_show_fewer_fields(age, shown):
    told = assemble(
        [a_result("Host on AWS", age=age, summary="SUMMARY", rationale="RATIONALE")], now=NOW
    ).text
    assert "Host on AWS" in told
    assert "selection" in told
    assert [word for word in ("SUMMARY", "RATIONALE") if word in told] == shown.upper().split()


def test_context_is_token_limited_to_about_4000_tokens():
    many = [
        a_result(f"Decision {n}", age=1, summary=" ".join(f"w{n}x{m}" for m in range(60)))
        for n in range(200)
    ]
    told = assemble(many, now=NOW)
    assert 3_500 < estimate_tokens(told.text) <= 4_000
    assert told.dropped > 0


# --- "Fast recency falloff (14-day decay window), low floor for old decisions" ---


def test_recency_falls_off_within_14_days_and_old_decisions_stay_findable():
    assert recency(days_ago(14), now=NOW) == pytest.approx(math.exp(-1))
    assert recency(days_ago(7), now=NOW) > 0.6
    assert 0 < recency(days_ago(3_650), now=NOW) <= 0.1


def test_semantic_similarity_has_70_percent_weight_and_temporal_recency_30_percent():
    assert combine(1, 0, 1) == pytest.approx(0.7)
    assert combine(0, 1, 1) == pytest.approx(0.3)


def test_superseded_decisions_are_demoted_score_x_0_3():
    standing = a_candidate("standing", cosine=0.5, strengths=(0.7,))
    replaced = standing._replace(title="replaced", successor_key=uuid4().bytes)
    ranked = scoring.rank(landed_of([standing, replaced]), a_query(), now=NOW, calibrate=abs)
    scores = {each.candidate.title: each.score for each in ranked.scored}
    assert scores["replaced"] == pytest.approx(0.3 * scores["standing"])


def test_search_returns_the_top_10(world, decide):
    decide([f"Chose Postgres for service {n}" for n in range(12)])
    assert len(search(world.scope("owner"), "Postgres").results) == 10


def test_each_hop_reduces_the_score_by_10_percent_and_2_hops_are_the_most(world, decide):
    a, b, c, d = decide(["Anchor", "Buoy", "Chart", "Dock"])
    with world.acting_as("owner"):
        Edge.objects.all().delete()
        for src, dst in pairwise((a, b, c, d)):
            Edge.objects.create(kind=EdgeKind.SIMILAR, src_memory_id=src, dst_memory_id=dst)
        found = expand({a: 1.0}, Meaning(), GraphMode.HOPS, filters=Filters()).scores
    assert found == {b: pytest.approx(0.9), c: pytest.approx(0.81)}


# --- "Cross-references: up to 5 links over 0.3" ---


def test_a_memory_links_to_5_others_at_most_each_over_0_3(world, decide):
    ids = decide([f"Chose Postgres for part {n}" for n in range(9)])
    with world.acting_as("owner"):
        links = Edge.objects.filter(kind=EdgeKind.SIMILAR, src_memory_id=ids[-1])
        weights = list(links.values_list("weight", flat=True))
    assert len(weights) == 5
    assert min(weights) >= 0.3


def test_recent_embeddings_are_kept_lru_1_000():
    class Counting:
        model = "counting"
        asked = 0

        def embed(self, texts):
            self.asked += len(texts)
            return np.zeros((len(texts), EMBEDDING_DIMENSIONS), dtype=np.float32)

    provider = Counting()
    cached = CachedEmbeddings(provider)
    texts = [str(n) for n in range(1_001)]
    cached.embed(texts)
    cached.embed(texts[1:])
    assert provider.asked == 1_001
    cached.embed(texts[:1])
    assert provider.asked == 1_002


# --- "Compaction runs automatically on a weekly schedule for accounts with 500+ decisions" ---


def test_compaction_is_weekly(world, decide, any_size, monkeypatch):
    monkeypatch.setattr(state, "MIN_DECISIONS", 1)
    decide()
    state.schedule()
    assert state.due() == world.team.id
    run.work(world.team.id)
    assert state.due() is None
    next_slot = state.Compaction.objects.get(team_id=world.team.id).due_at
    assert timedelta(days=6) < next_slot - timezone.now() <= timedelta(days=7)


def test_compaction_is_for_teams_with_500_decisions_and_more(world, decide):
    decide()
    at = timezone.now() - timedelta(days=200)

    def add(count):
        with world.acting_as("owner"):
            Memory.objects.bulk_create(
                Memory(kind="decision", title="x", source_date=at, valid_from=at,
                       first_seen_at=at, last_seen_at=at)
                for _ in range(count)
            )  # fmt: skip

    add(496)
    with pytest.raises(TooFewDecisions):
        compact(world.scope("owner"))
    add(1)
    assert compact(world.scope("owner")).made == 1


@pytest.mark.parametrize(("days", "made"), [(89, 0), (91, 1)])
def test_decisions_older_than_90_days_are_fetched(world, decide, any_size, days, made):
    decide(days=days)
    assert compact(world.scope("owner")).made == made


@pytest.mark.parametrize(("cosine", "made"), [(0.63, 0), (0.67, 1)])
def test_clusters_are_by_embedding_similarity_threshold_0_65(world, decide, any_size, cosine, made):
    decide(cosines=(1.0, cosine, cosine))
    assert compact(world.scope("owner")).made == made


@pytest.mark.parametrize(("count", "made"), [(2, 0), (3, 1)])
def test_clusters_have_3_decisions_and_more(world, decide, any_size, count, made):
    decide(TITLES[:count])
    assert compact(world.scope("owner")).made == made


def test_original_decisions_are_never_deleted_and_keep_all_links(world, decide, any_size):
    ids = decide()
    with world.acting_as("owner"):
        before = list(Memory.objects.filter(id__in=ids).order_by("id").values())
        edges = set(Edge.objects.values_list("id", flat=True))
    compact(world.scope("owner"))
    with world.acting_as("owner"):
        assert list(Memory.objects.filter(id__in=ids).order_by("id").values()) == before
        assert edges <= set(Edge.objects.values_list("id", flat=True))
        compacts = Edge.objects.filter(kind=EdgeKind.COMPACTS)
        assert set(compacts.values_list("dst_memory_id", flat=True)) == set(ids)


def test_summaries_are_chunked_in_400_tokens_with_80_of_overlap():
    found = chunks(" ".join(f"word{n}." for n in range(600)))
    assert all(380 <= estimate_tokens(chunk) <= 400 for chunk in found[:-1])
    for before, after in pairwise(found):
        repeated = next(
            before[at:] for at in range(len(before)) if after.startswith(before[at:].strip())
        )
        assert 60 <= estimate_tokens(repeated) <= 80


@pytest.mark.parametrize("count", [10, 50])
def test_compression_is_ten_to_one(count):
    """Ten decisions have room for one chunk of a summary."""
    assert len(chunks(" ".join("word" for _ in range(10 * room(count)))[: 4 * room(count)])) <= (
        count / 10
    )
