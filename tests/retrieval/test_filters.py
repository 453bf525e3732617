"""Each filter, and that filters act before the limit of each leg."""

import pytest

from retrieval import land
from tests.retrieval.conftest import days_ago


@pytest.fixture
def three(remember):
    remember("Chose Postgres for data", decision_type="selection", tags=["db", "infra"], age=10,
             by="Jane Doe", about="Capstan")  # fmt: skip
    remember("Rejected MySQL for data", decision_type="rejection", tags=["db"], age=50,
             source="github", by="Tom Ray")  # fmt: skip
    remember("Data might move", status="pending", tags=["misc"], age=90, kind="fact",
             visibility="private")  # fmt: skip


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"kinds": ("fact",)}, {"Data might move"}),
        ({"decision_types": ("selection",)}, {"Chose Postgres for data"}),
        ({"statuses": ("pending",)}, {"Data might move"}),
        ({"sources": ("github", "gmail")}, {"Rejected MySQL for data"}),
        ({"visibility": ("private",)}, {"Data might move"}),
        ({"people": ("Jane",)}, {"Chose Postgres for data"}),
        ({"people": ("jane doe", "Ray")}, {"Chose Postgres for data", "Rejected MySQL for data"}),
        ({"people": ("Do",)}, set()),
        ({"entities": ("capstan",)}, {"Chose Postgres for data"}),
        ({"entities": ("Jane",)}, set()),
        ({"tags_all": ("db", "infra")}, {"Chose Postgres for data"}),
        ({"tags_any": ("infra", "misc")}, {"Chose Postgres for data", "Data might move"}),
        ({"tags_none": ("infra", "misc")}, {"Rejected MySQL for data"}),
        ({"since": days_ago(60)}, {"Chose Postgres for data", "Rejected MySQL for data"}),
        ({"until": days_ago(60)}, {"Data might move"}),
        ({"since": days_ago(60), "until": days_ago(40)}, {"Rejected MySQL for data"}),
        ({"as_of": days_ago(60)}, {"Data might move"}),
        ({"tags_any": ("db",), "sources": ("slack",)}, {"Chose Postgres for data"}),
        ({"tags_any": ("\0\ud800",)}, set()),
    ],
)  # fmt: skip
def test_a_filter_lets_through_what_it_names(three, find, filters, expected):
    assert set(find("data", **filters)) == expected
    assert set(find("", **filters)) == expected


@pytest.mark.parametrize("query", ["rare decision about data", "Jane"])
def test_filters_act_before_the_limit_of_each_leg(remember, find, monkeypatch, query):
    monkeypatch.setattr(land, "LEG_LIMIT", 5)
    for n in range(12):
        remember(f"A rare decision about data, number {n}", age=1, by="Jane Doe")
    remember("Something on data", source="notion", age=300, by="Jane Doe")
    assert find(query, sources=("notion",)) == ["Something on data"]


def test_reversed_decisions_are_left_out_unless_asked_for(remember, find):
    remember("Chose Postgres", status="reversed")
    assert find("postgres") == []
    assert find("postgres", include_reversed=True) == ["Chose Postgres"]
    assert find("postgres", statuses=("reversed",)) == ["Chose Postgres"]


def test_archived_memories_are_left_out_unless_asked_for(remember, find):
    remember("Chose Postgres", archived_at=days_ago(1))
    assert find("postgres") == []
    assert find("postgres", include_archived=True) == ["Chose Postgres"]


def test_superseded_decisions_can_be_left_out(remember, supersede, find):
    supersede(remember("Chose MySQL"), remember("Chose Postgres"))
    assert find("chose MySQL Postgres", include_superseded=False) == ["Chose Postgres"]
    assert find("", include_superseded=False) == ["Chose Postgres"]


def test_as_of_a_day_is_answered_as_on_that_day(remember, supersede, world):
    from retrieval.filters import Filters
    from retrieval.pipeline import search
    from retrieval.results import Holds

    supersede(remember("Chose MySQL", age=90), remember("Chose Postgres", age=30))

    def then(age):
        found = search(world.scope("owner"), "MySQL Postgres", filters=Filters(as_of=days_ago(age)))
        return {r.title: r.holds for r in found.results}

    assert then(100) == {}
    assert then(60) == {"Chose MySQL": Holds.HOLDS}
    assert then(10) == {"Chose MySQL": Holds.SUPERSEDED, "Chose Postgres": Holds.HOLDS}
