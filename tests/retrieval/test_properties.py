"""What holds of every search: nothing that the filters or another's walls keep back is found, and
all that they let through is."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retrieval.backends import Backend
from retrieval.filters import Filters
from retrieval.graph.expand import GraphMode
from retrieval.pipeline import search
from retrieval.ranking import scoring
from retrieval.tuning import MAX_RESULTS
from tests.retrieval.builders import a_candidate, a_query, landed_of
from tests.retrieval.conftest import NOW, days_ago
from tests.retrieval.population import (
    FRONT,
    KINDS,
    PEOPLE,
    PROJECTS,
    SEEN_BY,
    SOURCES,
    STATUSES,
    TAGS,
    TERM,
    TYPES,
    WHO,
    WORDS,
    allowed,
    populate,
)

# The world is made once for a test, so a failing example is tried again on the same.
QUICK = settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def some(values):
    return st.lists(st.sampled_from(values), min_size=1, max_size=2, unique=True).map(tuple)


TOMORROW = NOW + timedelta(days=1)
DAYS = st.floats(0, 420).map(days_ago)
FILTERS = {
    "kinds": some(KINDS), "decision_types": some(TYPES), "statuses": some(STATUSES),
    "sources": some((*SOURCES, FRONT, "nowhere")), "visibility": some(SEEN_BY),
    "people": some((*PEOPLE, "ada", "FOX", "Nobody")), "projects": some((*PROJECTS, "capstan")),
    "entities": some((*PROJECTS, *PEOPLE)), "tags_all": some(TAGS),
    "tags_any": some((*TAGS, FRONT)), "tags_none": some((*TAGS, FRONT)),
    "since": DAYS, "until": DAYS, "as_of": DAYS, "include_superseded": st.booleans(),
    "include_reversed": st.booleans(), "include_archived": st.booleans(),
    "include_secret": st.booleans(),
}  # fmt: skip
# Few at a time, or nothing would pass them all.
FEW_FILTERS = st.lists(st.sampled_from(list(FILTERS)), max_size=3, unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: FILTERS[name] for name in names})
)
NAMES = (*WORDS, *PEOPLE, *PROJECTS, TERM, "secret", "who", "why")
QUERIES = st.one_of(
    st.just(TERM),
    st.just(""),
    st.lists(st.sampled_from(NAMES), max_size=6).map(" ".join),
    st.sampled_from(["What was reversed last month?", "private salary of Ada", "in March", "Eve"]),
    st.text(max_size=40),
    st.sampled_from(["' OR true --", "& | !", "%(team)s", "\0", "\ud800", "🚢" * 9, "*", "wall1"]),
)  # fmt: skip
MODES = [{"graph": mode} for mode in GraphMode] + [{"backend": each} for each in Backend]
MODE = st.sampled_from(MODES)


@pytest.fixture
def known(world, remember):
    return {each.id: each for each in populate(world, remember)}


def found(world, who, query, wanted, **options):
    filters = Filters(**wanted)
    return search(world.scope(who), query, filters=filters, now=NOW, **options).results


STANDING = ("as_of", "include_reversed", "include_archived", "statuses")


def may_be_told_of(memory, who, wanted):
    """Whether it may be found, or only stand between two that are: what is asked for may differ."""
    standing = {name: wanted[name] for name in STANDING if name in wanted}
    if statuses := standing.pop("statuses", ()):
        standing["include_reversed"] = standing.get("include_reversed") or "reversed" in statuses
    return allowed(memory, who, wanted) or allowed(memory, who, standing)


def test_nothing_is_found_that_the_filters_or_the_walls_keep_back(world, known):
    @settings(QUICK, max_examples=200)
    @given(st.sampled_from(WHO), QUERIES, FEW_FILTERS, st.integers(1, MAX_RESULTS), MODE)
    def holds(who, query, wanted, limit, mode):
        results = found(world, who, query, wanted, limit=limit, **mode)
        assert len(results) <= limit
        for result in results:
            assert allowed(known[result.id], who, wanted)

    holds()


def test_nothing_is_told_of_in_an_explanation_that_may_not_be_found(world, known):
    @QUICK
    @given(st.sampled_from(WHO), QUERIES, FEW_FILTERS, st.integers(1, 20), MODE)
    def holds(who, query, wanted, limit, mode):
        filters, scope = Filters(**wanted), world.scope(who)
        result = search(scope, query, filters=filters, now=NOW, limit=limit, explain=True, **mode)
        if told := result.explanation:
            assert all(allowed(known[each.id], who, wanted) for each in told.nearest)
            said = " ".join((*told.ties.values(), *told.read, *(why.sentence for why in told.why)))
            lineage = {
                related.title
                for each in result.results
                for related in (*each.replaced, each.superseded_by)
                if related
            }
            for memory in known.values():
                if memory.title in said and memory.title not in lineage:
                    assert may_be_told_of(memory, who, wanted)

    holds()


def test_all_that_the_filters_let_through_is_found_however_much_stands_in_front(world, known):
    @QUICK
    @given(st.sampled_from(WHO), st.sampled_from([TERM, ""]), FEW_FILTERS)
    def holds(who, query, wanted):
        expected = {each.id for each in known.values() if allowed(each, who, wanted)}
        results = {r.id for r in found(world, who, query, wanted, limit=MAX_RESULTS)}
        if len(expected) <= MAX_RESULTS:
            assert results == expected
        else:
            assert len(results) == MAX_RESULTS

    holds()


def test_a_reversed_decision_comes_back_only_when_asked_for(world, known):
    assert sum(each.status == "reversed" for each in known.values()) >= 5

    @QUICK
    @given(st.sampled_from(WHO), QUERIES, FEW_FILTERS, MODE)
    def holds(who, query, wanted, mode):
        wanted = {k: v for k, v in wanted.items() if k not in ("include_reversed", "as_of")}
        wanted["statuses"] = tuple(s for s in wanted.get("statuses", ()) if s != "reversed")
        results = found(world, who, query, wanted, limit=MAX_RESULTS, **mode)
        assert all(known[r.id].status != "reversed" for r in results)
        assert all(r.status != "reversed" for r in results)

    holds()


def test_as_of_a_day_nothing_is_shown_that_came_later(world, known):
    assert sum(bool(each.successors) for each in known.values()) >= 5

    @QUICK
    @given(st.sampled_from(WHO), QUERIES, FEW_FILTERS, DAYS, MODE)
    def holds(who, query, wanted, day, mode):
        results = found(world, who, query, wanted | {"as_of": day}, limit=MAX_RESULTS, **mode)
        for result in results:
            memory = known[result.id]
            assert result.source.date <= day
            assert (result.holds == "superseded") == (
                memory.superseded_at(day) and memory.status_at(day) != "reversed"
            )
            assert (result.holds == "reversed") == (memory.status_at(day) == "reversed")
            assert all(related.source.date <= day for related in result.replaced)
            if result.superseded_by:
                assert result.superseded_by.source.date <= day

    holds()


@pytest.mark.parametrize("vacuous", [{"as_of": TOMORROW}, {"until": TOMORROW}, {"kinds": KINDS}])
def test_a_filter_that_all_pass_changes_neither_results_nor_order(world, remember, vacuous):
    populate(world, remember, in_front=0)
    for who in WHO:
        for query in (TERM, "amber anchor harbor", "What did Ada decide about Capstan?", ""):
            without = found(world, who, query, {}, limit=MAX_RESULTS)
            assert without
            with_it = found(world, who, query, vacuous, limit=MAX_RESULTS)
            assert [r.id for r in with_it] == [r.id for r in without]


SHARE = st.floats(0, 1, width=16)
CANDIDATES = st.lists(
    st.builds(
        a_candidate,
        age=st.floats(0, 400, width=16),
        cosine=SHARE,
        strengths=st.tuples(SHARE, SHARE),
        involvement=SHARE,
        superseded=st.booleans(),
    ),
    min_size=2,
    max_size=12,
)


def _no_worse(one, other):
    return (
        one.source_date >= other.source_date
        and one.cosine >= other.cosine
        and all(mine >= theirs for mine, theirs in zip(one.strengths, other.strengths, strict=True))
        and one.involvement >= other.involvement
        and one.superseded <= other.superseded
    )


@given(CANDIDATES)
def test_what_is_no_worse_in_any_signal_is_not_placed_lower(candidates):
    landed = landed_of(candidates, ("postgr", "bill"), (3, 9), indexed=20)
    found = scoring.score(landed, a_query("postgres billing"), now=NOW, calibrate=abs)
    scores = {each.candidate.id: each.score for each in found}
    assert all(0 <= score <= 1.0000001 for score in scores.values())
    for one in candidates:
        for other in candidates:
            if _no_worse(one, other):
                assert scores[one.id] >= scores[other.id] - 1e-9
