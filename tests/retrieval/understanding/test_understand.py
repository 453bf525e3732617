"""A question read with what the team knows, on real Postgres."""

import pytest
from django.test.utils import CaptureQueriesContext

from retrieval.tuning import FUZZY_CANDIDATES, NAMES_FOUND
from retrieval.understanding.names import How
from retrieval.understanding.query import clean
from retrieval.understanding.time.times import times_of
from retrieval.understanding.understand import understand
from tests.retrieval.conftest import NOW


@pytest.fixture
def know(world):
    """Make something known to the team, or to its owner alone."""
    from decisions.models import Entity
    from momo.platform.tenancy.models import NOBODY

    def store(name, type_="technology", *, who="owner", aliases=(), email="", handle="", **fields):
        key = email or name.casefold()
        with world.acting_as(who) as scope:
            private = fields.get("visibility") == "private"
            fields |= {"owner_id": scope.principal_id} if private else {}
            return Entity.objects.create(
                type=type_, name=name, key=key, holder=fields.get("owner_id", NOBODY),
                aliases=[name.casefold(), *aliases] if type_ == "person" else list(aliases),
                emails=[email] if email else [], handles=[handle] if handle else [], **fields,
            )  # fmt: skip

    return store


@pytest.fixture
def named(world):
    def ask(text, who="owner"):
        with world.acting_as(who):
            return {n.name: n.how for n in understand(clean(text), now=NOW).named}

    return ask


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Why Postgres?", {"Postgres": How.EXACT}),
        ("Why Postgrse?", {"Postgres": How.FUZZY}),
        ("why postgrse", {"Postgres": How.FUZZY}),
        ("who runs k8s", {"Kubernetes": How.ALIAS}),
        ("the pods of K8s", {"Kubernetes": How.ALIAS}),
        ("What does Ines think?", {"Inês Duarte": How.PART}),
        ("What does Inês think?", {"Inês Duarte": How.PART}),
        ("what does elodie think", {"Élodie Brun": How.PART}),
        ("Ask @ines.d", {"Inês Duarte": How.EXACT}),
        ("Ask Jane Whitfeild", {"Jane Whitfield": How.FUZZY}),
        ("Jane's plan", {"Jane Whitfield": How.PART, "Jane Doe": How.PART}),
        ("Mail from jw@x.example", {"Jane Whitfield": How.EXACT}),
        ("What does Alvestrand think?", {"harald.alvestrand@mail.example": How.PART}),
        ("the Blue Ponton Group", {"Blue Pontoon Group": How.FUZZY}),
        ("What did Mark say?", {}),
        ("berth prices", {}),
        ("???", {}),
    ],
)
def test_the_names_in_a_question_are_found(know, named, text, expected):
    know("Postgres")
    know("Kubernetes", aliases=["k8s", "kube"])
    know("Blue Pontoon Group", "organization")
    know("Inês Duarte", "person", handle="ines.d")
    know("Élodie Brun", "person")
    know("Jane Whitfield", "person", email="jw@x.example")
    know("Jane Doe", "person")
    know("Marc Ivers", "person")
    know("harald.alvestrand@mail.example", "person", email="harald.alvestrand@mail.example")
    assert named(text) == expected


def test_nobody_elses_names_are_found_however_they_are_spelled(know, named):
    know("Postgres", who="stranger")
    know("Jane Whitfield", "person", visibility="private")
    for text in ("Why Postgres?", "Why Postgrse?"):
        assert named(text) == {}
        assert named(text, "stranger") != {}
    for text in ("Ask Jane Whitfield", "Ask Jane Whitfeild", "Ask Whitfield"):
        assert named(text, "teammate") == {}
        assert named(text) != {}


def test_threads_are_no_names(know, named):
    know("Postgres", "thread")
    assert named("Why Postgres?") == {}


def test_what_is_named_is_never_crowded_out_by_what_is_like_it(know, named):
    for n in range(NAMES_FOUND + FUZZY_CANDIDATES + 10):
        know(f"Postgrow {n}", "concept")
    know("Postgrse")
    assert named("Why Postgrse?") == {"Postgrse": How.EXACT}


@pytest.mark.parametrize(
    "text", ["%", "_____", "% _%\\", "a" * 4_000, "' OR 1=1 --", "Wh%t \\W", "x\\", "{} [] ()"]
)
def test_what_means_something_to_the_database_means_nothing_in_a_name(know, named, text):
    know("Jane Whitfield", "person")
    assert named(text) == {}


def test_one_statement_reads_a_question_and_none_one_without_names(world, know):
    from django.db import connection

    know("Postgres")
    with world.acting_as("owner"):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            understand("Why did Jane Whitfeild pick Postgrse before the launch?", now=NOW)
        assert len(queries) == 1
        with CaptureQueriesContext(connection) as queries:
            understand("what did we decide?", now=NOW)
        assert len(queries) == 0


class TestEvents:
    @pytest.fixture
    def when(self, world):
        from retrieval.understanding.time.events import when

        def ask(text, who="owner", now=NOW):
            event = times_of(text, now=NOW).event
            with world.acting_as(who):
                return when(event, now=now)

        return ask

    def test_it_is_the_day_of_the_decision_that_tells_of_it(self, remember, when):
        remember("Launch of the Tern app", age=90.5)
        remember("Flags for billing", "Since the launch they are on.", age=5)
        happened = when("Who paid before the launch?")
        assert happened.title == "Launch of the Tern app"
        assert happened.span.end == happened.day.start
        assert happened.span.said == "before the launch"
        assert str(happened) == "before the launch = before 2026-03-03 (Launch of the Tern app)"

    def test_after_it_is_the_time_since_the_next_day(self, remember, when):
        remember("Moved to Berlin", age=10)
        happened = when("After we moved to Berlin, who left?")
        assert happened.span.start == happened.day.end
        assert happened.span.holds(NOW)

    def test_every_word_of_it_counts(self, remember, when):
        remember("Launch of the Tern app")
        assert when("before the launch of Heron") is None
        assert when("before the launch of Tern").title == "Launch of the Tern app"

    def test_of_several_the_plainest_that_holds_and_then_the_newest_is_meant(
        self, remember, supersede, when
    ):
        old = remember("Launch on 3 March", age=40)
        new = remember("Launch on 9 March", age=30)
        remember("Party after the launch of the web shop in Fenmouth", age=1)
        supersede(old, new)
        assert when("before the launch").title == "Launch on 9 March"
        remember("Launch on 10 March", age=20)
        assert when("before the launch").title == "Launch on 10 March"

    def test_what_is_reversed_secret_later_or_no_decision_is_no_event(self, remember, when):
        from datetime import timedelta

        remember("Launch in May", status="reversed")
        remember("Launch, secretly", visibility="secret")
        remember("Launch!", kind="observation")
        assert when("before the launch") is None
        remember("Launch", age=10)
        assert when("before the launch", now=NOW - timedelta(days=11)) is None
        assert when("before the launch")

    def test_nobody_elses_events_are_known(self, remember, when):
        remember("Launch of the Tern app", visibility="private")
        assert when("before the launch")
        assert when("before the launch", "teammate") is None
        assert when("before the launch", "stranger") is None

    def test_it_takes_one_statement(self, world, remember, when):
        from django.db import connection

        from retrieval.understanding.time.events import when as find

        remember("Launch")
        event = times_of("before the launch", now=NOW).event
        with world.acting_as("owner"), CaptureQueriesContext(connection) as queries:
            assert find(event, now=NOW)
        assert len(queries) == 1


def test_a_name_that_one_alone_knows_something_by_names_what_the_team_knows(world, know):
    jane = know("Jane Doe", "person")
    know("Nightingale", "person", who="private_owner", visibility="private", merged_into=jane.id)

    def ids(text, who):
        with world.acting_as(who):
            return [each.id for each in understand(clean(text), now=NOW).named]

    assert ids("What did Nightingale decide?", "private_owner") == [jane.id]
    assert ids("What did Nightingale decide?", "owner") == []
    assert ids("Did Jane Doe tell Nightingale?", "private_owner") == [jane.id]
    assert ids("Did Jane Doe tell Nightingal?", "private_owner") == [jane.id]
