"""Moving a team to a partition of its own and back: online, sealed, and safe to kill anywhere."""

import threading
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import DatabaseError, IntegrityError, connections, transaction

from lifecycle import emptied, hnsw, maintenance, promotion
from lifecycle.owner import AlreadyMoving, NoOwner, alone, changed, execute, rows
from lifecycle.partitions import home_of, moves, partitions, table_of
from tests.bench.generate import Space, add_team

COUNT = "SELECT count(*) FROM decisions_memoryembedding WHERE team_id = %(team)s"
TEXTS = """
SELECT memory_id, visibility, embedding::text FROM decisions_memoryembedding
WHERE team_id = %(team)s ORDER BY 1
"""
SIZE = "SELECT pg_indexes_size(%s::regclass)"
STEPS = ["_create", "_copy", "_copied_page", "_make_same", "_attach", "_switched", "hnsw.ensure"]


class Killed(BaseException):
    """As a signal: no handler of the code's own sees it."""


def test_a_moved_team_finds_what_it_found_before(cleared, fill, ask):
    fill(300)
    fill(50, who="stranger")
    before = ask("owner", TEXTS)
    promotion.promote(cleared.team.id)
    assert partitions() == {cleared.team.id: True}
    assert ask("owner", TEXTS) == before
    assert ask("stranger", COUNT) == [(50,)]
    assert rows(f"SELECT count(*) FROM {home_of(cleared.team.id).own}") == [(300,)]


def test_a_partition_is_sealed_as_its_parent_is(cleared, fill):
    fill(20)
    promotion.promote(cleared.team.id)
    table = table_of(cleared.team.id)
    assert rows(
        "SELECT relrowsecurity, relforcerowsecurity FROM pg_class WHERE relname = %s", [table]
    ) == [(True, True)]
    ask = "SELECT qual FROM pg_policies WHERE tablename = %s"
    assert rows(ask, [table]) == rows(ask, ["decisions_memoryembedding"])
    for action in ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE"):
        asked = [f"public.{table}", action]
        assert rows("SELECT has_table_privilege('momo_app', %s, %s)", asked) == [(False,)]
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
        connections["default"].cursor().execute(f"SELECT * FROM {table}")


def test_each_team_has_an_index_of_its_own_and_the_shared_partitions_have_none(cleared, fill):
    fill(20)
    fill(20, who="stranger")
    for team in (cleared.team, cleared.other_team):
        promotion.promote(team.id)
    indexed = rows(
        "SELECT tablename FROM pg_indexes WHERE indexdef LIKE '%%USING hnsw%%' ORDER BY 1"
    )
    assert [table for (table,) in indexed] == sorted(
        table_of(team.id) for team in (cleared.team, cleared.other_team)
    )


def test_what_a_large_team_leaves_is_as_small_as_those_who_stay(cleared, fill, ask, monkeypatch):
    monkeypatch.setattr(emptied, "EMPTIED_PAGES", 4)
    fill(600)
    fill(20, who="stranger")
    shared, other = home_of(cleared.team.id).shared, home_of(cleared.other_team.id).shared
    full = rows(SIZE, [shared])[0][0]
    maintenance.balance(promote_at=500, demote_below=500)
    assert rows(SIZE, [shared])[0][0] < full / 4
    assert rows("SELECT count(*) FROM pg_index WHERE NOT indisvalid") == [(0,)]
    assert ask("stranger", COUNT) == [(20,)]
    assert rows(f"SELECT count(*) FROM {other}") == [(20,)]


def test_a_half_made_index_of_a_killed_process_goes(cleared, fill):
    fill(2)
    half = f"CREATE UNIQUE INDEX CONCURRENTLY half_ccnew ON {home_of(cleared.team.id).shared} "
    with pytest.raises(IntegrityError):
        execute(f"{half} (team_id)")
    assert rows("SELECT to_regclass('half_ccnew')::text") == [("half_ccnew",)]
    maintenance.balance()
    assert rows("SELECT to_regclass('half_ccnew')::text") == [(None,)]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_move_killed_at_any_step_harms_nothing_and_goes_on(
    cleared, fill, ask, monkeypatch, step, when
):
    fill(40)
    monkeypatch.setattr(promotion, "COPY_ROWS", 15)
    before = ask("owner", TEXTS)
    place, name = (hnsw, "ensure") if step == "hnsw.ensure" else (promotion, step)
    original = getattr(place, name)

    def killed(*args, **kwargs):
        if when == "after":
            original(*args, **kwargs)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(place, name, killed)
        with pytest.raises(Killed):
            promotion.promote(cleared.team.id)
        connections["owner"].close()  # as the process would have left it
    assert ask("owner", TEXTS) == before
    promotion.promote(cleared.team.id)
    assert partitions() == {cleared.team.id: True}
    assert ask("owner", TEXTS) == before
    assert rows(f"SELECT count(*) FROM {home_of(cleared.team.id).shared}") == [(0,)]


def test_what_changes_during_a_move_is_kept(cleared, fill, ask, monkeypatch):
    fill(30)
    from decisions.models import Memory, MemoryEmbedding

    ids = [row[0] for row in ask("owner", TEXTS)]
    build = hnsw.ensure

    def meanwhile(team_id, *, online):
        build(team_id, online=online)
        if not online:
            with cleared.acting_as("owner") as scope:
                MemoryEmbedding.objects.filter(memory_id=ids[0]).delete()
                Memory.objects.filter(id=ids[1]).delete()
                MemoryEmbedding.objects.filter(memory_id=ids[2]).update(
                    visibility="private", owner_id=scope.principal_id
                )
            add_team(team_id, 5, Space(seed=9))

    monkeypatch.setattr(hnsw, "ensure", meanwhile)
    promotion.promote(cleared.team.id)
    left = ask("owner", TEXTS)
    assert len(left) == 33
    assert not {ids[0], ids[1]} & {row[0] for row in left}
    assert ask("teammate", COUNT) == [(32,)]


def test_searches_go_on_during_a_move(cleared, fill):
    fill(400)
    seen, stop = set(), threading.Event()

    def keep_counting():
        while not stop.is_set():
            with cleared.acting_as("owner"), connections["default"].cursor() as cursor:
                cursor.execute(COUNT, {"team": cleared.team.id})
                seen.add(cursor.fetchone()[0])
        connections["default"].close()

    reader = threading.Thread(target=keep_counting)
    reader.start()
    try:
        promotion.promote(cleared.team.id)
        promotion.demote(cleared.team.id)
    finally:
        stop.set()
        reader.join()
    assert seen == {400}


def test_a_team_that_shrank_goes_back_and_one_at_the_border_stays(cleared, fill, ask):
    fill(30)
    assert moves(promote_at=30, demote_below=20).promote == [cleared.team.id]
    assert maintenance.balance(promote_at=30, demote_below=20).promoted == (cleared.team.id,)
    with cleared.acting_as("owner"), connections["default"].cursor() as cursor:
        cursor.execute(
            "DELETE FROM decisions_memoryembedding WHERE team_id = %(team)s AND memory_id IN "
            "(SELECT memory_id FROM decisions_memoryembedding WHERE team_id = %(team)s LIMIT 8)",
            {"team": cleared.team.id},
        )
    assert maintenance.balance(promote_at=30, demote_below=20).demoted == ()
    assert maintenance.balance(promote_at=30, demote_below=25).demoted == (cleared.team.id,)
    assert partitions() == {}
    assert ask("owner", COUNT) == [(22,)]


def test_a_deleted_teams_partition_goes(cleared, fill):
    fill(30, who="stranger")
    promotion.promote(cleared.other_team.id)
    changed("DELETE FROM tenancy_team WHERE id = %s", [cleared.other_team.id])
    maintenance.balance(promote_at=30, demote_below=20)
    assert partitions() == {}


def test_what_a_broken_off_move_of_a_shrunk_team_left_is_cleared_away(cleared, fill, ask):
    fill(10)
    promotion._create(home_of(cleared.team.id))
    maintenance.balance(promote_at=30, demote_below=20)
    assert partitions() == {}
    assert ask("owner", COUNT) == [(10,)]


def test_a_switch_that_gets_no_lock_gives_way_and_is_tried_again_later(
    cleared, fill, ask, monkeypatch
):
    fill(10)
    monkeypatch.setattr(promotion, "SWITCH_ATTEMPTS", 2)
    monkeypatch.setattr(promotion, "SWITCH_PAUSE", 0.0)
    monkeypatch.setattr(promotion, "LOCK_WAIT_MS", 50)
    with cleared.acting_as("owner"), connections["default"].cursor() as cursor:
        cursor.execute(COUNT, {"team": cleared.team.id})
        done = maintenance.balance(promote_at=10, demote_below=5)
        assert done.waiting == (cleared.team.id,)
    assert maintenance.balance(promote_at=10, demote_below=5).promoted == (cleared.team.id,)
    assert ask("owner", COUNT) == [(10,)]


def test_a_move_that_may_not_begin_yet_gives_way_and_is_tried_again_later(
    cleared, fill, ask, monkeypatch
):
    fill(10)
    monkeypatch.setattr(promotion, "SWITCH_ATTEMPTS", 2)
    monkeypatch.setattr(promotion, "SWITCH_PAUSE", 0.0)
    monkeypatch.setattr(promotion, "LOCK_WAIT_MS", 50)
    other = connections.create_connection("owner")
    with other.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("LOCK decisions_memory IN SHARE UPDATE EXCLUSIVE MODE")  # as a vacuum does
        done = maintenance.balance(promote_at=10, demote_below=5)
        assert done.waiting == (cleared.team.id,)
    other.close()
    assert maintenance.balance(promote_at=10, demote_below=5).promoted == (cleared.team.id,)
    assert ask("owner", COUNT) == [(10,)]


def test_an_index_for_a_new_model_is_made_and_the_old_ones_goes(cleared, fill):
    fill(20)
    promotion.promote(cleared.team.id)
    name = hnsw.index_of(cleared.team.id, "wordllama-256")
    changed("UPDATE decisions_memoryembedding SET model = 'new''s'")
    maintenance.balance(promote_at=10, demote_below=5)
    there = [row[0] for row in rows("SELECT indexname FROM pg_indexes WHERE indexname ~ '^hnsw_'")]
    assert there == [hnsw.index_of(cleared.team.id, "new's")]
    assert there != [name]


def test_two_movers_do_not_meet(cleared):
    other = connections.create_connection("owner")
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [0x6D6F6D6F70617274])
        with pytest.raises(AlreadyMoving), alone():
            pytest.fail("both moved")
    other.close()


def test_without_the_owners_url_it_says_what_to_set(monkeypatch):
    monkeypatch.setattr(settings, "DATABASES", {"default": settings.DATABASES["default"]})
    with pytest.raises(NoOwner, match="MOMO_OWNER_DATABASE_URL"):
        promotion.promote(uuid4())
