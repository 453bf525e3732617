"""Looking for two things at once: the same is found, by the same people, whatever fails."""

from threading import BoundedSemaphore

import pytest
from django.db import connection, transaction

from momo.platform.tenancy.context import NotAMember, Scope
from momo.platform.tenancy.pipeline import Pipeline
from retrieval import lines
from retrieval.lines import OWN, beside
from retrieval.pipeline import search
from tests.retrieval.conftest import NOW

PID = "SELECT pg_backend_pid()"
TITLES = "SELECT m.title FROM decisions_memory m WHERE m.team_id = %(team)s ORDER BY m.title"


@pytest.fixture
def world(committed_world):
    lines.close()  # a search of another test may have left one
    yield committed_world
    lines.close()


@pytest.fixture
def known(remember):
    for number in range(30):
        remember(f"Berth {number} is let to the pilots", age=number, kind="observation")
    remember("Chose Postgres for the harbor log", by="Jane Doe")
    remember("Chose a private berth", visibility="private")


def found(world, who="owner", text="What did we choose for the harbor log?"):
    return search(world.scope(who), text, now=NOW).results


def end(pid):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
        assert cursor.fetchone() == (True,)


def none_left(monkeypatch):
    taken = BoundedSemaphore(1)
    taken.acquire()
    monkeypatch.setattr(lines, "_left", taken)


def test_beside_it_finds_what_one_connection_finds(world, known, monkeypatch):
    texts = ("berth of the pilots", "What did Jane decide about Postgres?", "harbor", "unheardof")
    at_once = [found(world, text=text) for text in texts]
    assert lines._idle
    none_left(monkeypatch)
    assert [found(world, text=text) for text in texts] == at_once
    assert at_once[1]


def test_beside_everyone_sees_what_they_may_see(world, known):
    seen = {}
    for who in ("owner", "teammate", "private_owner", "stranger"):
        scope = world.scope(who)
        with world.acting_as(who), beside(scope) as line:
            assert line is not OWN
            seen[who] = len(line.send(TITLES, {"team": world.team.id})())
    assert seen == {"owner": 32, "teammate": 31, "private_owner": 31, "stranger": 0}
    private = "Chose a private berth"
    assert private in {each.title for each in found(world, text=private)}
    assert private not in {each.title for each in found(world, "teammate", text=private)}


def test_a_scope_does_not_outlast_its_search(world, known):
    with world.acting_as("owner"), beside(world.scope("owner")) as line:
        line.send(TITLES, {"team": world.team.id})
    with lines._idle[-1].connection.cursor() as cursor:
        assert cursor.execute(TITLES, {"team": world.team.id}).fetchall() == []


def test_who_does_not_belong_to_the_team_is_refused(world):
    with pytest.raises(NotAMember):
        search(Scope(world.team.id, world.stranger.id), "harbor")


def test_one_that_is_interrupted_at_once_is_there_for_the_next(world, known, monkeypatch):
    def interrupted(*_, **__):
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(Pipeline, "send", interrupted)
    with pytest.raises(KeyboardInterrupt), beside(world.scope("owner")):
        pass
    with world.acting_as("owner"), beside(world.scope("owner")) as line:
        assert line is not OWN
        assert len(line.send(TITLES, {"team": world.team.id})()) == 32


def test_a_connection_that_was_lost_is_replaced(world, known):
    before = found(world)
    (idle,) = lines._idle
    pid = idle.connection.info.backend_pid
    end(pid)
    assert found(world) == before
    assert found(world) == before
    assert lines._idle[0].connection.info.backend_pid != pid


def test_what_fails_beside_runs_on_the_searchs_own_connection(world, known):
    with world.acting_as("owner"), beside(world.scope("owner")) as line:
        pid = line.send(PID, {})()[0][0]
        end(pid)
        assert line.send(PID, {})() == OWN.send(PID, {})()
        assert line.send(PID, {})() == OWN.send(PID, {})()


WALKS = "SELECT current_setting('hnsw.ef_search', true), %(vector)s::vector::text"


def test_an_index_is_walked_beside_as_it_is_on_the_searchs_own_connection(world, known):
    asked = {"vector": "[1,2]"}
    with world.acting_as("owner"), beside(world.scope("owner")) as line:
        assert line.walk(WALKS, asked)() == [("400", "[1,2]")]
        assert OWN.send(WALKS, asked)()[0][0] != "400"  # of that transaction alone
        end(line.send(PID, {})()[0][0])
        assert line.walk(WALKS, asked)() == OWN.walk(WALKS, asked)() == [("400", "[1,2]")]


def test_within_a_transaction_what_it_wrote_is_found(world, remember):
    with transaction.atomic():
        remember("Chose Postgres for the harbor log")
        assert [each.title for each in found(world)] == ["Chose Postgres for the harbor log"]
        assert not lines._idle
        transaction.set_rollback(True)


def test_a_search_leaves_no_transaction_open(world, known):
    found(world)
    assert not connection.in_atomic_block
    pid = lines._idle[0].connection.info.backend_pid
    with connection.cursor() as cursor:
        cursor.execute("SELECT state FROM pg_stat_activity WHERE pid = %s", [pid])
        assert cursor.fetchone() == ("idle",)
