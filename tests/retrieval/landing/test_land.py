"""The legs bring what plain statements would, under any filters."""

from itertools import pairwise, product

import numpy as np
import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st
from pgvector import HalfVector

from decisions.models import Edge, Entity
from decisions.pipeline.terms import index_terms
from decisions.providers import providers
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.models import NOBODY
from retrieval.filters import Filters, to_sql
from retrieval.landing import land as landing
from retrieval.landing.land import land
from retrieval.landing.legs import Legs
from retrieval.landing.signals import MOST_LEXEMES
from retrieval.tuning import CONTEXT_WEIGHTS
from retrieval.understanding.query import clean
from retrieval.understanding.understand import understand
from tests.retrieval.conftest import NOW
from tests.retrieval.population import PEOPLE, TERM, WHO, WORDS, populate
from tests.retrieval.test_properties import FEW_FILTERS, QUICK

LIMIT = 12
THREAD = ("harbor lights", "crane", "pilot boat", "harbor wall", "tug", "crane and pilot")

NEAR = """
SELECT min(e.embedding <=> %(vector)s::halfvec) FROM decisions_memoryembedding e
JOIN decisions_memory m ON m.team_id = e.team_id AND m.id = e.memory_id
WHERE e.model = %(model)s AND {allowed} GROUP BY e.memory_id ORDER BY 1 LIMIT %(limit)s
"""
WORDED = """
SELECT m.id FROM decisions_memory m, (SELECT string_agg(quote_literal(lexeme), ' | ')::tsquery
    AS any FROM unnest(to_tsvector('english', %(terms)s))) words
WHERE COALESCE(m.search, to_tsvector('english', m.title || ' ' || m.summary)) @@ words.any
  AND {allowed}
ORDER BY ts_rank(%(weights)s::real[],
    COALESCE(m.search, to_tsvector('english', m.title || ' ' || m.summary)), words.any) DESC,
    m.source_date DESC, m.id
LIMIT %(limit)s
"""
INVOLVING = """
SELECT m.id FROM decisions_memory m WHERE {allowed} AND EXISTS (
    SELECT FROM decisions_edge e WHERE e.team_id = m.team_id AND e.src_memory_id = m.id
      AND e.dst = ANY(%(people)s) AND e.kind = 'INVOLVES')
ORDER BY m.source_date DESC, m.id LIMIT %(limit)s
"""
ALLOWED = "SELECT m.id FROM decisions_memory m WHERE m.search IS NOT NULL AND {allowed}"
QUERIES = st.lists(st.sampled_from((*WORDS, *PEOPLE, TERM, "crane", "pilot")), max_size=5).map(
    " ".join
)


@pytest.fixture
def known(world, remember):
    populate(world, remember)
    _tell(world, remember)


def _tell(world, remember):
    """A thread in which each message is indexed with the one before it."""
    told = [
        remember(text, age=9 - n / 99, kind="observation", thread_key="quay")
        for n, text in enumerate(THREAD)
    ]
    with world.acting_as("owner"), connection.cursor() as cursor:
        for before, memory in pairwise(told):
            cursor.execute(
                "UPDATE decisions_memory SET search = search || setweight(to_tsvector('english',"
                " %s), 'B') WHERE team_id = %s AND id = %s",
                [before.title, memory.team_id, memory.id],
            )
        index_terms([m.id for m in told], replaced=[m.id for m in told])


def asked(text):
    query, model = understand(text, now=NOW), providers().embeddings
    return query, model.embed([query.dense_text])[0], model.model


def plainly(sql, query, vector, model, filters):
    allowed, params = to_sql(filters)
    params |= {
        "team": current_team_id(), "terms": " ".join(landing.with_forms(query.terms)),
        "people": [person.id for person in query.people], "limit": LIMIT, "model": model,
        "vector": HalfVector(vector).to_text(), "weights": list(CONTEXT_WEIGHTS),
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(sql.format(allowed=allowed), params)
        return [row[0] for row in cursor.fetchall()]


def brought(text, filters, legs, *, walked=False):
    query, vector, model = asked(text)
    landed = land(query, lambda: vector, model=model, filters=filters, legs=legs, walked=walked)
    return landed, (query, vector, model, filters)


NONE = {"vector": False, "words": False, "people": False}


def test_each_leg_brings_what_a_plain_statement_does(world, known, monkeypatch):
    monkeypatch.setattr(landing, "LEG_LIMIT", LIMIT)
    monkeypatch.setattr(landing, "LEG_PEOPLE", LIMIT)
    monkeypatch.setattr(landing, "LEG_SAID", 1_000)  # all that have a word

    @QUICK
    @given(st.sampled_from(WHO), QUERIES, FEW_FILTERS)
    def holds(who, text, wanted):
        filters = Filters(**wanted)
        with world.acting_as(who):
            for leg, sql in (("words", WORDED), ("people", INVOLVING)):
                landed, given = brought(text, filters, Legs(**{**NONE, leg: True}))
                assert {c.id for c in landed.candidates} == set(plainly(sql, *given))
            landed, given = brought(text, filters, Legs(**{**NONE, "vector": True}))
            cosines = sorted(1 - c.cosine for c in landed.candidates if c.cosine is not None)
            expected = [d for d in plainly(NEAR, *given) if not np.isnan(d)]
            assert np.allclose(cosines, expected, atol=2e-3)

    holds()


def test_a_long_list_of_allowed_memories_is_searched_by_distance_too(world, known, monkeypatch):
    monkeypatch.setattr(landing, "LEG_LIMIT", LIMIT)
    monkeypatch.setattr(landing, "FEW_ALLOWED", 3)
    with world.acting_as("owner"):
        landed, given = brought(
            TERM, Filters(kinds=("decision",)), Legs(**{**NONE, "vector": True}), walked=True
        )
        cosines = sorted(1 - c.cosine for c in landed.candidates)
        assert len(cosines) == LIMIT
        assert np.allclose(cosines, plainly(NEAR, *given), atol=2e-3)


def test_what_is_near_by_its_code_is_ranked_by_its_vector(world, known, monkeypatch):
    """However few are read of those that are near by their codes, the nearest of these come first,
    and one that the filters leave out takes no place."""
    monkeypatch.setattr(landing, "ROUGH", 5)
    for filters in (Filters(), Filters(kinds=("decision",)), Filters(visibility=("private",))):
        with world.acting_as("owner"):
            landed, given = brought(TERM, filters, Legs(**{**NONE, "vector": True}))
            allowed = set(plainly(ALLOWED, *given))
        assert len(landed.candidates) == min(5, len(allowed)) > 0
        assert {candidate.id for candidate in landed.candidates} <= allowed


def test_lexemes_come_with_how_many_of_the_seen_memories_have_them(world, known):
    def told(who):
        with world.acting_as(who):
            landed, _ = brought("crane tug unheardof", Filters(), Legs())
            return landed

    owner, stranger = told("owner"), told("stranger")
    assert owner.lexemes == ("crane", "tug", "unheardof")
    assert owner.frequencies == (2, 1, 0)
    assert all(len(c.strengths) == 3 for c in owner.candidates)
    assert owner.indexed > 100
    assert stranger.frequencies == (0, 0, 0)


def test_another_persons_private_words_count_for_nobody_else(world, remember):
    remember("A zeppelin", visibility="private")
    remember("A boat")
    counts = {}
    for who in ("owner", "teammate"):
        with world.acting_as(who):
            landed, _ = brought("zeppelin", Filters(), Legs())
            counts[who] = landed.frequencies, landed.indexed
    assert counts == {"owner": ((1,), 2), "teammate": ((0,), 1)}


def test_without_context_a_memorys_own_words_count_alone(world, known):
    with world.acting_as("owner"):
        for context, found in ((True, {"crane", "pilot boat", "crane and pilot"}),
                               (False, {"crane", "crane and pilot"})):  # fmt: skip
            legs = Legs(vector=False, people=False, context=context)
            landed, _ = brought("crane", Filters(), legs)
            assert {c.title for c in landed.candidates} == found


def test_a_leg_that_is_off_reads_nothing(world, known, django_assert_num_queries):
    query, vector, model = None, None, ""
    with world.acting_as("owner"):
        query, vector, model = asked(f"{TERM} crane")
        for legs, untouched, statements in (
            (Legs(vector=False), "memoryembedding", 2), (Legs(words=False), "m.search", 1),
        ):  # fmt: skip
            with django_assert_num_queries(statements) as captured:
                landed = land(query, lambda: vector, model=model, filters=Filters(), legs=legs)
            assert landed.candidates
            assert not [each for each in captured if untouched in each["sql"]]


def test_a_term_of_many_lexemes_has_a_strength_for_each(world, remember):
    remember("berth-crane-pilot-tug")
    with world.acting_as("owner"):
        query, vector, model = asked("berth-crane-pilot-tug")
        landed = land(query, lambda: vector, model=model, filters=Filters())
    assert len(landed.lexemes) > len(query.terms)
    assert [len(c.strengths) for c in landed.candidates] == [len(landed.lexemes)]


def test_nothing_that_is_there_is_nothing_found(world):
    with world.acting_as("owner"):
        landed, _ = brought("anything", Filters(), Legs())
        assert not landed.candidates


def test_what_another_entity_has_to_do_with_a_person_involves_no_memory(world, remember):
    told = remember("Build the pier", by="Jane Doe")
    with world.acting_as("owner"):
        jane = Entity.objects.get(name="Jane Doe")
        harbor = Entity.objects.create(type="project", name="Harbor", key="harbor", holder=NOBODY)
        Edge.objects.create(src_entity_id=harbor.id, dst_entity_id=jane.id, kind="INVOLVES")
        landed, _ = brought("What did Jane Doe decide?", Filters(), Legs(**NONE | {"people": True}))
        assert [(c.id, c.involvement) for c in landed.candidates] == [(told.id, 1.0)]


def test_of_many_that_say_a_word_alike_the_newest_land(world, remember):
    newest = [remember(f"Lantern {number}", age=400 - number).id for number in range(260)][-1]
    with world.acting_as("owner"):
        query = understand("lantern", now=NOW)
        landed = land(query, lambda: None, model="", filters=Filters())
    assert newest in {candidate.id for candidate in landed.candidates}


def test_of_many_that_involve_somebody_the_newest_land(world, remember, monkeypatch):
    monkeypatch.setattr(landing, "LEG_PEOPLE", 3)
    told = [remember(f"Build pier {n}", by="Jane Doe", age=10 - n).id for n in range(9)]
    with world.acting_as("owner"):
        landed, _ = brought("What did Jane Doe decide?", Filters(), Legs(**NONE | {"people": True}))
    assert {c.id for c in landed.candidates} == {*told[-3:]}


def test_lexemes_beyond_those_that_are_looked_at_count_nothing(world, remember):
    remember("Build the pier")
    pairs = ["".join(pair) for pair in product("bcdfghjklmnpqrtvwxyz", repeat=2)]
    words = [f"q{pair}{end}" for pair in pairs for end in "xz"]
    text = "pier " + " ".join("&".join(words[n : n + 30]) for n in range(0, 660, 30))
    with world.acting_as("owner"):
        landed, _ = brought(clean(text), Filters(), Legs(people=False, times=False))
    assert len(landed.lexemes) > MOST_LEXEMES
    assert not landed.candidates.strengths[:, MOST_LEXEMES:].any()
    assert landed.candidates.strengths.any()
