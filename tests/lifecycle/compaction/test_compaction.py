"""Compaction: what is old and alike gets one summary, and nothing is lost by it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from decisions.editing import sharing
from decisions.models import Edge, Memory, MemoryEmbedding
from decisions.services import delete_memory, edit_memory, supersede_decision
from lifecycle.compaction import run
from lifecycle.compaction.models import Neighbors
from lifecycle.compaction.run import TooFewDecisions, compact, plan
from momo.platform.accounts.models import Audience, AudienceMember
from momo.platform.accounts.services import NotAllowed
from momo.platform.audit.models import AuditEvent
from retrieval.filters import Filters
from retrieval.pipeline import search
from tests.decisions.pipeline.feeding import note, take_in
from tests.lifecycle.compaction.conftest import DATABASE, OFFICE, SINGLE

pytestmark = pytest.mark.usefixtures("small_teams_too")


def test_clusters_of_three_and_more_are_summed_up(world, decide, summaries):
    database, office = decide(world, DATABASE), decide(world, OFFICE)
    decide(world, SINGLE)
    done = compact(world.scope("owner"))
    assert (done.made, done.finished) == (2, True)
    assert sorted(summaries(world).values(), key=sorted) == sorted(
        [set(database), set(office)], key=sorted
    )


def test_two_alike_are_no_cluster_as_it_takes_3(world, decide, summaries):
    decide(world, DATABASE[:2])
    assert compact(world.scope("owner")).made == 0
    assert not summaries(world)


@pytest.mark.parametrize(("days", "made"), [(89, 0), (91, 1)])
def test_decisions_older_than_90_days_are_summed_up(world, decide, days, made):
    decide(world, DATABASE, days=days)
    assert compact(world.scope("owner")).made == made


@pytest.mark.parametrize(
    "changes",
    [
        {"archived_at": "2026-01-01T00:00Z"},
        {"status": "reversed"},
        {"kind": "fact"},
        {"visibility": "secret"},
    ],
    ids=str,
)
def test_what_does_not_stand_is_left_out(world, decide, changes):
    ids = decide(world, DATABASE)
    with world.acting_as("owner"):
        Memory.objects.filter(id=ids[0]).update(owner_id=world.owner.id, **changes)
    assert compact(world.scope("owner")).made == 0


def test_superseded_decisions_are_left_out(world, decide):
    ids = decide(world, DATABASE)
    (newer,) = decide(world, ["Moved everything to Oracle"], days=1)
    with world.acting_as("owner"):
        supersede_decision(ids[1], newer)
    assert compact(world.scope("owner")).made == 0


def test_a_summary_tells_titles_dates_and_who(world, decide, summaries):
    decide(world, DATABASE)
    compact(world.scope("owner"))
    ((summary, _),) = summaries(world).items()
    day = (timezone.now() - timedelta(days=200)).date().isoformat()
    assert "and 2 like it" in summary.title
    for title in DATABASE:
        assert f"{day} {title} (Jane Doe)" in summary.summary
    assert (summary.occurrence_count, summary.tags) == (3, ["infra"])
    assert summary.people[0]["name"] == "Jane Doe"
    assert summary.extractor == "extractive-v1"
    with world.acting_as("owner"):
        assert Edge.objects.filter(kind="INVOLVES", src=summary.id).count() == 1
        assert MemoryEmbedding.objects.filter(memory_id=summary.id).count() == 1


def test_originals_stay_as_they_are(world, decide):
    ids = decide(world, DATABASE)

    def rows():
        with world.acting_as("owner"):
            memories = Memory.objects.filter(id__in=ids).order_by("id")
            vectors = MemoryEmbedding.objects.filter(memory_id__in=ids).order_by("memory_id")
            links = Edge.objects.filter(src__in=ids).order_by("id")
            return [list(each.values()) for each in (memories, links)], len(vectors)

    before = rows()
    compact(world.scope("owner"))
    assert rows() == before


def test_originals_and_their_summary_are_found(world, decide):
    ids = decide(world, DATABASE)
    decide(world, SINGLE)
    compact(world.scope("owner"))
    found = search(world.scope("owner"), "Which database did we choose for billing?").results
    assert ids[0] in [result.id for result in found]
    assert "summary" in [result.kind for result in found]


def test_a_summary_does_not_show_before_its_last_original(world, decide):
    decide(world, DATABASE[:2], days=300)
    decide(world, DATABASE[2:], days=100)
    compact(world.scope("owner"))
    early = Filters(as_of=timezone.now() - timedelta(days=200))
    found = search(world.scope("owner"), "database", filters=early).results
    assert {result.kind for result in found} == {"decision"}


def test_a_second_run_changes_nothing(world, decide, summaries):
    for titles in (DATABASE, OFFICE, SINGLE):
        decide(world, titles)
    compact(world.scope("owner"))
    before = {memory.id: memory.updated_at for memory in summaries(world)}
    done = compact(world.scope("owner"))
    assert (done.made, done.remade, done.withdrawn) == (0, 0, 0)
    assert {memory.id: memory.updated_at for memory in summaries(world)} == before


def test_what_comes_later_joins_the_summary_that_there_is(world, decide, summaries):
    ids = decide(world, DATABASE)
    compact(world.scope("owner"))
    ((before, _),) = summaries(world).items()
    ids += decide(world, ["Chose Postgres as the database for reports"])
    done = compact(world.scope("owner"))
    assert (done.made, done.remade) == (0, 1)
    ((after, originals),) = summaries(world).items()
    assert (after.id, after.occurrence_count, originals) == (before.id, 4, set(ids))


def test_no_cluster_grows_beyond_its_cap(world, decide, summaries, monkeypatch):
    monkeypatch.setattr("lifecycle.compaction.grouping.MAX_CLUSTER", 4)
    decide(world, [f"Chose Postgres as the database for team {n}" for n in range(9)])
    compact(world.scope("owner"))
    assert sorted(map(len, summaries(world).values())) == [4, 4]


def test_an_edited_original_has_its_summary_made_anew(world, decide, summaries):
    ids = decide(world, [*DATABASE, "Chose Postgres as the database for reports"])
    compact(world.scope("owner"))
    edit_memory(world.scope("owner"), ids[2], {"summary": "As it has full text."})
    compact(world.scope("owner"))
    edit_memory(world.scope("owner"), ids[2], {"title": "Chose Postgres as database of all search"})
    done = compact(world.scope("owner"))
    ((summary, _),) = summaries(world).items()
    assert "database of all search" in summary.summary
    assert done.withdrawn == 0


@pytest.mark.parametrize("spare", [0, 1])
def test_a_superseded_original_is_told_no_more(world, decide, summaries, spare):
    ids = decide(world, [*DATABASE, "Chose Postgres as the database for reports"][: 3 + spare])
    compact(world.scope("owner"))
    (newer,) = decide(world, ["Moved search to Elastic"], days=1)
    with world.acting_as("owner"):
        supersede_decision(ids[2], newer)
    compact(world.scope("owner"))
    assert [len(each) for each in summaries(world).values()] == [3] * spare


def test_a_person_may_not_compact_for_others(world, decide):
    decide(world, DATABASE)
    with pytest.raises(NotAllowed):
        compact(world.scope("teammate"))


def test_planning_makes_nothing(world, decide, summaries):
    decide(world, DATABASE)
    planned = plan(world.scope("owner"))
    assert (planned.summaries, planned.decisions) == (1, 3)
    assert not summaries(world)


def test_teams_are_compacted_from_500_decisions_on(world, decide, monkeypatch):
    monkeypatch.undo()
    assert run.MIN_DECISIONS == 500
    decide(world, DATABASE)
    with world.acting_as("owner"):
        at = timezone.now() - timedelta(days=200)
        Memory.objects.bulk_create(
            Memory(kind="decision", title=str(n), source_date=at, valid_from=at, first_seen_at=at,
                   last_seen_at=at)
            for n in range(496)
        )  # fmt: skip
    with pytest.raises(TooFewDecisions):
        compact(world.scope("owner"))
    decide(world, ["The five hundredth"])
    assert compact(world.scope("owner")).made == 1


def test_a_run_is_in_the_audit_chain(world, decide):
    decide(world, DATABASE)
    compact(world.scope("owner"))
    with world.acting_as("owner"):
        event = AuditEvent.objects.get(action="compaction.finished")
        assert event.details == {"made": 1, "remade": 0, "withdrawn": 0}
        assert AuditEvent.objects.filter(action="memories.summarized").count() == 1


# --- Who sees what ---


def everyone(summaries, world):
    return {who: list(summaries(world, who)) for who in ("owner", "teammate", "private_owner")}


def test_a_summary_of_private_decisions_is_private(world, decide, summaries):
    decide(world, DATABASE, "private_owner", visibility="private")
    compact(world.scope("owner"))
    seen = everyone(summaries, world)
    assert [len(each) for each in seen.values()] == [0, 0, 1]
    (summary,) = seen["private_owner"]
    assert (summary.visibility, summary.owner_id) == ("private", world.private_owner.id)
    assert not summaries(world, "stranger")


def test_private_and_shared_decisions_are_never_summed_up_together(world, decide, summaries):
    decide(world, DATABASE[:2])
    decide(world, DATABASE[2:], "private_owner", visibility="private")
    decide(world, OFFICE[:2], "teammate", visibility="private")
    decide(world, OFFICE[2:], "private_owner", visibility="private")
    assert compact(world.scope("owner")).made == 0


def test_a_summary_of_shared_decisions_is_for_the_team_alone(world, decide, summaries):
    decide(world, DATABASE[:2])
    decide(world, DATABASE[2:], "teammate")
    decide(world, DATABASE, "stranger")
    compact(world.scope("owner"))
    seen = everyone(summaries, world)
    assert [len(each) for each in seen.values()] == [1, 1, 1]
    assert not summaries(world, "stranger")


def test_a_summary_goes_at_once_with_an_erased_original(world, decide, summaries):
    ids = decide(world, DATABASE)
    compact(world.scope("owner"))
    with world.acting_as("owner"):
        delete_memory(ids[0], is_admin=True)
    assert not summaries(world)


def test_a_summary_goes_at_once_with_a_hidden_original(world, decide, summaries):
    ids = decide(world, DATABASE)
    compact(world.scope("owner"))
    edit_memory(world.scope("owner"), ids[0], {"visibility": "private"})
    assert not any(everyone(summaries, world).values())


def test_a_summary_goes_at_once_when_an_originals_message_is_edited(world, summaries, monkeypatch):
    monkeypatch.setattr("connectors.services.wake", lambda queue: None)
    said = "We decided to use Postgres as the database for {}."
    notes = [note(what, said.format(what)) for what in ("billing", "search", "mail")]
    take_in(world, "owner", *notes)
    compact(world.scope("owner"))
    assert len(summaries(world)) == 1
    take_in(world, "owner", note("mail", f"{said.format('mail')} Which was a mistake."))
    assert not summaries(world)


def test_a_decision_that_changes_while_it_is_summed_up_waits(world, decide, monkeypatch):
    ids = decide(world, DATABASE)
    store = run.store

    def slowly(*given, **named):
        edit_memory(world.scope("owner"), ids[0], {"visibility": "private"})
        monkeypatch.setattr(run, "store", store)
        return store(*given, **named)

    monkeypatch.setattr(run, "store", slowly)
    assert compact(world.scope("owner")).made == 0


def test_a_new_model_gets_vectors_of_every_chunk(world, decide, summaries, monkeypatch):
    decide(world, DATABASE)
    compact(world.scope("owner"))
    ((summary, _),) = summaries(world).items()
    with world.acting_as("owner"):
        MemoryEmbedding.objects.filter(memory_id=summary.id).delete()
    done = compact(world.scope("owner"))
    assert done.remade == 0
    with world.acting_as("owner"):
        assert MemoryEmbedding.objects.filter(memory_id=summary.id).count() == 1


@pytest.fixture
def board(world):
    """An audience of the owner and `private_owner`."""
    with world.acting_as("owner"):
        audience = Audience.objects.create(source="slack", key="G1", name="board")
        for member in (world.owner, world.private_owner):
            AudienceMember.objects.create(
                audience_id=audience.id, email=member.email, principal_id=member.id
            )
    return audience


def restrict(world, ids, audience):
    for id_ in ids:
        with world.acting_as("owner"):
            sharing.narrow([id_], "restricted", world.owner.id, audience.id)


def test_a_summary_of_a_private_channel_is_for_its_members(world, decide, summaries, board):
    ids = decide(world, DATABASE)
    restrict(world, ids, board)
    compact(world.scope("owner"))
    assert [len(each) for each in everyone(summaries, world).values()] == [1, 0, 1]
    (summary,) = summaries(world)
    assert (summary.visibility, summary.audience_id) == ("restricted", board.id)


def test_who_left_a_channel_still_erases_what_its_summary_tells(world, decide, summaries, board):
    ids = decide(world, DATABASE)
    restrict(world, ids, board)
    compact(world.scope("owner"))
    with world.acting_as("owner"):
        AudienceMember.objects.filter(principal_id=world.owner.id).delete()
    assert [len(each) for each in everyone(summaries, world).values()] == [0, 0, 1]
    with world.acting_as("owner"):
        delete_memory(ids[0], is_admin=True)
    assert not summaries(world, "private_owner")


def test_what_lies_near_what_is_seen_by_those_who_see_it(world, decide):
    decide(world, DATABASE[:2], "private_owner", visibility="private")
    decide(world, OFFICE[:2])
    compact(world.scope("owner"))
    for who, count in (("owner", 2), ("teammate", 2), ("private_owner", 4), ("stranger", 0)):
        with world.acting_as(who):
            assert Neighbors.objects.count() == count
