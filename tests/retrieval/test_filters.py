"""Each filter, and that filters act before the limit of each leg."""

import json
from dataclasses import fields
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner

from retrieval.filters import Filters
from retrieval.landing import land
from tests.conftest import CHECKOUT
from tests.retrieval.conftest import days_ago

FIRST, LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
ALL = {"Chose Postgres for data", "Rejected MySQL for data", "Data might move"}


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
        ({"projects": ("capstan",)}, {"Chose Postgres for data"}),
        ({"projects": ("Jane Doe",)}, set()),
        ({"projects": ("capstan",), "people": ("Ray",)}, set()),
        ({"entities": ("capstan",)}, {"Chose Postgres for data"}),
        ({"entities": ("Jane",)}, set()),
        ({"tags_all": ("db", "infra")}, {"Chose Postgres for data"}),
        ({"tags_any": ("infra", "misc")}, {"Chose Postgres for data", "Data might move"}),
        ({"tags_none": ("infra", "misc")}, {"Rejected MySQL for data"}),
        ({"since": days_ago(60)}, {"Chose Postgres for data", "Rejected MySQL for data"}),
        ({"until": days_ago(60)}, {"Data might move"}),
        ({"since": days_ago(60), "until": days_ago(40)}, {"Rejected MySQL for data"}),
        ({"as_of": days_ago(60)}, {"Data might move"}),
        ({"since": days_ago(60).replace(tzinfo=None)},
         {"Chose Postgres for data", "Rejected MySQL for data"}),
        ({"as_of": days_ago(60).replace(tzinfo=None)}, {"Data might move"}),
        ({"since": FIRST, "until": LAST}, ALL),
        ({"as_of": LAST}, ALL),
        ({"as_of": FIRST}, set()),
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
    from retrieval.pipeline import search
    from retrieval.results import Holds

    supersede(remember("Chose MySQL", age=90), remember("Chose Postgres", age=30))

    def then(age):
        found = search(world.scope("owner"), "MySQL Postgres", filters=Filters(as_of=days_ago(age)))
        return {r.title: r.holds for r in found.results}

    assert then(100) == {}
    assert then(60) == {"Chose MySQL": Holds.HOLDS}
    assert then(10) == {"Chose MySQL": Holds.SUPERSEDED, "Chose Postgres": Holds.HOLDS}


@pytest.fixture
def then(world):
    """What was found of a search as of so many days ago, by title, and whether it held."""
    from retrieval.pipeline import search

    def ask(age, query="MySQL Postgres SQLite", **filters):
        filters = Filters(as_of=days_ago(age), **filters)
        found = search(world.scope("owner"), query, filters=filters)
        return {r.title: r.signals.factor for r in found.results}

    return ask


HELD, SUPERSEDED = 1.0, pytest.approx(0.3)


@pytest.fixture
def reverse(world):
    def run(memory):
        from decisions import services

        with world.acting_as("owner"):
            services.reverse_decision(memory.id)

    return run


def test_a_decision_that_was_reversed_later_held_on_that_day(remember, reverse, then, find):
    reverse(remember("Chose MySQL", age=90))
    assert find("MySQL") == []
    assert then(60) == {"Chose MySQL": HELD}
    assert then(100) == {}


def test_a_filter_by_status_goes_by_the_status_of_that_day(remember, reverse, then, find):
    reverse(remember("Chose MySQL", age=90))
    assert set(then(60, statuses=("decided",))) == {"Chose MySQL"}
    assert then(60, statuses=("reversed",)) == {}
    assert find("MySQL", statuses=("decided",)) == []


def test_a_reversal_that_nobody_dated_counts_for_every_day(remember, then):
    remember("Chose MySQL", age=90, status="reversed")
    assert then(60) == {}
    assert set(then(60, include_reversed=True)) == {"Chose MySQL"}


def test_what_was_archived_later_is_found_as_of_a_day_before(remember, then, find):
    remember("Chose MySQL", age=90, archived_at=days_ago(30))
    assert find("MySQL") == []
    assert set(then(60)) == {"Chose MySQL"}
    assert then(10) == {}


def test_each_of_several_successors_counts_from_its_own_day(remember, supersede, then):
    old, middle, new = (
        remember("Chose MySQL", age=90),
        remember("Chose SQLite", age=60),
        remember("Chose Postgres", age=30),
    )
    supersede(old, middle)
    supersede(old, new)
    supersede(middle, new)
    assert then(70) == {"Chose MySQL": HELD}
    assert then(45) == {"Chose MySQL": SUPERSEDED, "Chose SQLite": HELD}
    assert then(10)["Chose SQLite"] == SUPERSEDED
    assert set(then(45, include_superseded=False)) == {"Chose SQLite"}


def test_a_successor_reversed_later_had_replaced_it_on_that_day(
    remember, supersede, reverse, then, find
):
    old, new = remember("Chose MySQL", age=90), remember("Chose Postgres", age=30)
    supersede(old, new)
    reverse(new)
    assert find("MySQL Postgres") == ["Chose MySQL"]
    assert then(10) == {"Chose MySQL": SUPERSEDED, "Chose Postgres": HELD}


def test_as_of_a_day_a_memory_is_shown_as_it_was_before_what_was_changed_later(
    remember, world, find
):
    from decisions import services
    from retrieval.pipeline import search

    memory = remember("Chose MySQL for billing", age=90, tags=["db"])
    services.edit_memory(world.scope("owner"), memory.id, {"title": "Chose Postgres for billing"})
    services.edit_memory(world.scope("owner"), memory.id, {"title": "Billing", "tags": []})

    def shown(**filters):
        (result,) = search(world.scope("owner"), "billing", filters=Filters(**filters)).results
        return result.title, result.tags

    assert shown() == ("Billing", ())
    assert shown(as_of=days_ago(60)) == ("Chose MySQL for billing", ("db",))


def test_as_of_a_day_every_title_is_the_one_of_then(remember, supersede, world):
    from decisions import services
    from retrieval.pipeline import search

    def ask(**filters):
        return search(
            world.scope("owner"), "billing", filters=Filters(**filters), limit=2, explain=True
        )

    old, new = remember("MySQL for billing", age=90), remember("Postgres for billing", age=50)
    supersede(old, new)
    other = remember("A price list", "what billing costs, among much else", age=70)
    for memory in (old, new, other):
        title = f"{memory.title}, edited"
        services.edit_memory(world.scope("owner"), memory.id, {"title": title})

    for found, edited in ((ask(as_of=days_ago(10)), False), (ask(), True)):
        related = [r for each in found.results for r in (*each.replaced, each.superseded_by) if r]
        titles = [each.title for each in (*found.results, *found.explanation.nearest, *related)]
        assert len(titles) > len(found.results) + 1
        assert [title.endswith("edited") for title in titles] == [edited] * len(titles)


def test_the_way_from_one_result_to_another_tells_of_nothing_that_was_not_there_yet(
    remember, world
):
    from decisions.models import Edge
    from retrieval.pipeline import search

    first, last = remember("Chose Postgres", age=90), remember("Kept Postgres tidy", age=80)
    between = remember("Merger talks", age=20)
    with world.acting_as("owner"):
        for one in (first, last):
            Edge.objects.create(src_memory_id=one.id, dst_memory_id=between.id, kind="SIMILAR")

    def ways(**filters):
        filters = Filters(**filters)
        found = search(world.scope("owner"), "Postgres", filters=filters, explain=True)
        assert {"Chose Postgres", "Kept Postgres tidy"} <= {r.title for r in found.results}
        return " ".join(found.explanation.ties.values())

    assert "Merger talks" in ways()
    assert "Merger talks" not in ways(as_of=days_ago(60))
    assert "Merger talks" in ways(since=days_ago(100), until=days_ago(50))


def test_every_filter_has_one_name_in_the_api_and_an_option_that_is_documented():
    from momo.surfaces.cli.main import run
    from retrieval.serializers import FiltersBody

    names = {field.name for field in fields(Filters)}
    assert set(FiltersBody().fields) == names
    page = (CHECKOUT / "docs" / "cli.md").read_text()
    for command in ("search", "context", "ask"):
        options = {p.name: p.opts + p.secondary_opts for p in run.commands[command].params}
        assert names <= set(options)
        for name in names:
            assert any(f"`{option}`" in page for option in options[name]), name
            assert f"`{name}`" in page or f"`--{name.replace('_', '-')}`" in page, name


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--kind", "fact"], {"Data might move"}),
        (["--type", "selection"], {"Chose Postgres for data"}),
        (["--status", "pending"], {"Data might move"}),
        (["--source", "github", "--source", "gmail"], {"Rejected MySQL for data"}),
        (["--visibility", "private"], {"Data might move"}),
        (["--person", "jane"], {"Chose Postgres for data"}),
        (["--project", "Capstan"], {"Chose Postgres for data"}),
        (["--about", "capstan"], {"Chose Postgres for data"}),
        (["--tag", "db", "--tag", "infra"], {"Chose Postgres for data"}),
        (["--tags-any", "infra", "--tags-any", "misc"], {"Chose Postgres for data",
                                                         "Data might move"}),
        (["--tags-none", "db"], {"Data might move"}),
        (["--since", f"{days_ago(60):%Y-%m-%d}", "--until", f"{days_ago(40):%Y-%m-%d}"],
         {"Rejected MySQL for data"}),
        (["--as-of", f"{days_ago(60):%Y-%m-%d}"], {"Data might move"}),
        (["--exclude-superseded", "--include-reversed", "--include-archived",
          "--include-secret"], ALL),
    ],
)  # fmt: skip
def test_the_command_line_filters_as_the_api_does(three, world, options, expected):
    from momo.surfaces.cli.main import run

    env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": world.owner.email}
    for query in (["data"], []):
        done = CliRunner().invoke(run, ["search", *query, *options, "--json"], env=env)
        assert {r["title"] for r in json.loads(done.output)["results"]} == expected


def test_a_name_that_one_alone_knows_a_person_by_finds_what_the_team_has_of_them(
    world, three, find
):
    from decisions.models import Entity

    with world.acting_as("private_owner") as scope:
        Entity.objects.create(
            type="person", name="Nightingale", key="nightingale", aliases=["nightingale"],
            visibility="private", owner_id=scope.principal_id, holder=scope.principal_id,
            merged_into=Entity.objects.get(key="jane doe").id,
        )  # fmt: skip
    named = {"people": ("Nightingale",)}
    assert find("data", who="private_owner", **named) == ["Chose Postgres for data"]
    assert find("data", **named) == []


def test_the_id_of_a_name_finds_what_it_belongs_to_now(world, three, find):
    from decisions.models import Entity, EntityName
    from momo.platform.tenancy.models import NOBODY

    with world.acting_as("owner"):
        jane = Entity.objects.get(key="jane doe")
        name = EntityName.objects.create(
            type="person", key="jd@x.example", holder=NOBODY, entity_id=jane.id
        )
    for people in ((str(jane.id),), (str(name.id),)):
        assert find("data", people=people) == ["Chose Postgres for data"]
