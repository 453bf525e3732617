"""When a decision stopped holding, and the history of its topic."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from connectors.registry import FILE_CONNECTORS
from connectors.services import ingest
from decisions import services
from decisions.editing import sharing
from decisions.editing.drafts import Draft
from decisions.extraction.contract import EntityType, Mention
from decisions.histories import history
from decisions.models import Edge, EdgeKind, Memory, MemoryRevision
from decisions.pipeline.drain import drain_team
from decisions.refusals import Refused
from momo.platform.tenancy.visibility import Visibility
from retrieval.filters import Filters
from retrieval.pipeline import search
from tests.api import ROOT, decision, missing, session

SPRING = datetime(2026, 3, 1, tzinfo=UTC)


def day(number):
    return SPRING + timedelta(days=number)


def then(world, moment, who="owner"):
    """What holds of each decision, by title, as of a moment."""
    filters = Filters(kinds=("decision",), as_of=moment, include_reversed=True)
    found = search(world.scope(who), "", filters=filters, limit=50).results
    return {result.title: result.holds.value for result in found}


@pytest.fixture
def chain(world):
    """A was replaced by B, and B by C."""
    ids = [decision(world, "owner", t, decided_at=day(n)) for n, t in enumerate("ABC")]
    with world.acting_as("owner"):
        services.supersede_decision(ids[0], ids[1], reason="B is cheaper.")
        services.supersede_decision(ids[1], ids[2], reason="C is faster.")
    return ids


def now(world):
    return then(world, None)


# --- What stands again ---


def test_of_a_chain_the_last_holds_and_without_it_the_one_before(world, chain):
    assert now(world) == {"A": "superseded", "B": "superseded", "C": "holds"}
    with world.acting_as("owner"):
        services.reverse_decision(chain[2])
    assert now(world) == {"A": "superseded", "B": "holds", "C": "reversed"}
    with world.acting_as("owner"):
        services.delete_memory(chain[2], is_admin=True)
    assert now(world) == {"A": "superseded", "B": "holds"}


def test_one_that_was_replaced_twice_is_so_until_neither_holds(world):
    a, b, c = (decision(world, "owner", t, decided_at=day(n)) for n, t in enumerate("ABC"))
    with world.acting_as("owner"):
        services.supersede_decision(a, b)
        services.supersede_decision(a, c)
        assert Memory.objects.get(id=a).superseded_by == c
        services.reverse_decision(c)
        assert Memory.objects.get(id=a).superseded_by == b
        services.undo_supersession(a)
    assert now(world) == {"A": "holds", "B": "holds", "C": "reversed"}
    with world.acting_as("owner"):
        services.restore_decision(c)
    assert now(world) == {"A": "superseded", "B": "holds", "C": "holds"}


def test_one_that_replaced_two_gives_both_back(world):
    a, b, c, d = (decision(world, "owner", t, decided_at=day(n)) for n, t in enumerate("ABCD"))
    with world.acting_as("owner"):
        for old, new in ((a, b), (a, c), (b, d), (c, d)):
            services.supersede_decision(old, new)
    assert now(world) == {"A": "superseded", "B": "superseded", "C": "superseded", "D": "holds"}
    with world.acting_as("owner"):
        services.delete_memory(d, is_admin=True)
    assert now(world) == {"A": "superseded", "B": "holds", "C": "holds"}


def test_who_shared_which_does_not_matter_once_both_are_shared(world):
    """Each hidden by its owner, who cannot see the other one then, and shown again."""
    old, new = decision(world, "teammate", "Old"), decision(world, "owner", "New")
    with world.acting_as("owner"):
        services.supersede_decision(old, new)
    for visibility in (Visibility.PRIVATE, Visibility.SHARED):
        for who, memory_id in (("teammate", old), ("owner", new)):
            services.edit_memory(world.scope(who), memory_id, {"visibility": visibility})
    with world.acting_as("private_owner"):
        services.undo_supersession(old)  # as everybody sees the record
        assert not Edge.objects.filter(kind=EdgeKind.SUPERSEDES).exists()


def test_a_decision_is_not_shown_again_where_that_would_close_a_circle(world):
    a, m, b = (decision(world, "teammate", t, decided_at=day(n)) for n, t in enumerate("AMB"))
    with world.acting_as("teammate"):
        services.supersede_decision(a, m)
        services.supersede_decision(m, b)
        sharing.narrow([m], Visibility.PRIVATE, world.teammate.id, None)
    with world.acting_as("owner"):
        services.supersede_decision(b, a)
    with pytest.raises(Refused, match="has replaced what replaced it"):
        services.edit_memory(world.scope("teammate"), m, {"visibility": Visibility.SHARED})
    with world.acting_as("owner"):
        services.undo_supersession(b)
    services.edit_memory(world.scope("teammate"), m, {"visibility": Visibility.SHARED})
    assert now(world) == {"A": "superseded", "M": "superseded", "B": "holds"}


# --- When it stopped to hold ---


@pytest.mark.parametrize("way", ["reverse", "edit"])
def test_a_reversal_by_a_person_has_a_date(world, way):
    old = decision(world, "owner", "Old", decided_at=day(0))
    new = decision(world, "owner", "New", decided_at=day(1))
    with world.acting_as("owner"):
        services.supersede_decision(old, new)
    before = timezone.now()
    if way == "edit":
        changes = {"status": "reversed", "title": "Newer"}
        services.edit_memory(world.scope("teammate"), new, changes)
    else:
        with world.acting_as("teammate"):
            services.reverse_decision(new, reason="It is too dear.")
    held = then(world, before)
    assert set(held.values()) == {"superseded", "holds"}
    assert held["Old"] == "superseded"
    assert then(world, timezone.now())["Old"] == now(world)["Old"] == "holds"
    with world.acting_as("owner"):
        kept = MemoryRevision.objects.get(memory_id=new, changes__has_key="status")
        assert kept.changes == {"status": ["decided", "reversed"]}
        assert kept.changed_by == world.teammate.id
        assert kept.reason == ("" if way == "edit" else "It is too dear.")


def test_when_it_was_reversed_is_known_to_those_it_is_shared_with_later(world):
    own = decision(world, "private_owner", "Own", visibility="private", decided_at=day(0))
    with world.acting_as("private_owner"):
        services.reverse_decision(own)
    reversed_at = timezone.now()
    services.edit_memory(
        world.scope("private_owner"), own, {"visibility": "shared", "title": "Ours"}
    )
    assert list(then(world, day(1), "teammate").values()) == ["holds"]
    assert list(then(world, reversed_at, "teammate").values()) == ["reversed"]


RECORD = (
    "# {0}. Use {1}\n\nDate: 2026-03-0{0}\n\n## Status\n\n{2}\n\n## Context\n\nX\n\n"
    "## Decision\n\nWe use {1}.\n\n## Consequences\n\nY\n"
)


@pytest.fixture
def read(world, tmp_path):
    """Read two records, the second replacing the first, with the second's status."""

    def import_(status):
        (tmp_path / "0001-a.md").write_text(RECORD.format(1, "A", "Accepted"))
        second = f"{status}\n\nSupersedes [1. Use A](0001-a.md)"
        (tmp_path / "0002-b.md").write_text(RECORD.format(2, "B", second))
        ingest(world.scope("owner"), FILE_CONNECTORS["adr"], tmp_path)
        drain_team(world.team.id)

    return import_


def test_a_reversal_that_a_source_states_has_a_date_and_lets_the_older_stand_again(world, read):
    read("Accepted")
    assert now(world) == {"Use A": "superseded", "Use B": "holds"}
    before = timezone.now()
    read("Deprecated")
    assert now(world) == {"Use A": "holds", "Use B": "reversed"}
    assert then(world, before) == {"Use A": "superseded", "Use B": "holds"}
    assert then(world, timezone.now()) == {"Use A": "holds", "Use B": "reversed"}
    with world.acting_as("owner"):
        kept = MemoryRevision.objects.get()
        assert (kept.changed_by, kept.changes) == (None, {"status": ["decided", "reversed"]})
    between = timezone.now()
    read("Accepted")
    assert now(world) == {"Use A": "superseded", "Use B": "holds"}
    assert then(world, between)["Use B"] == "reversed"


def test_a_source_that_says_when_it_was_edited_is_believed(world, read, monkeypatch):
    from connectors.models import SourceItem
    from decisions.pipeline import store

    read("Accepted")
    keep_what_held = store._keep_what_held

    def edited(fresh, was):
        for _, _, item in fresh:
            item.edited_at = day(20)
        keep_what_held(fresh, was)

    monkeypatch.setattr(store, "_keep_what_held", edited)
    read("Deprecated")
    assert then(world, day(19))["Use B"] == "holds"
    assert then(world, day(20))["Use B"] == "reversed"
    with world.acting_as("owner"):
        assert SourceItem.objects.exists()


def test_reading_the_same_again_keeps_no_revision(world, read):
    read("Deprecated")
    read("Deprecated")
    with world.acting_as("owner"):
        assert not MemoryRevision.objects.exists()
    assert then(world, day(5)) == {"Use A": "holds", "Use B": "reversed"}


def test_one_whose_successor_was_reversed_for_a_while_held_meanwhile(world, chain):
    with world.acting_as("owner"):
        services.reverse_decision(chain[2])
    meanwhile = timezone.now()
    with world.acting_as("owner"):
        services.restore_decision(chain[2])
    assert then(world, meanwhile)["B"] == "holds"


def test_one_that_others_see_is_not_replaced_then_by_what_they_do_not_see(world):
    old, new = decision(world, "teammate", "Old"), decision(world, "owner", "New")
    with world.acting_as("owner"):
        services.supersede_decision(old, new)
        sharing.narrow([new], Visibility.PRIVATE, world.owner.id, None)
    assert now(world)["Old"] == then(world, timezone.now())["Old"] == "holds"


# --- The history of a topic ---


def told(found):
    """(title, how it belongs, what became of it) of each, oldest first."""
    return [(e.title, e.tie, [(c.what, c.by) for c in e.changes]) for e in found.entries]


def test_the_history_tells_what_replaced_what_when_why_and_who_said_so(world, chain):
    with world.acting_as("teammate"):
        services.reverse_decision(chain[2], reason="It broke.")
        found = history.of([chain[1]])
    assert told(found) == [
        ("A", "replaced", [("replaced", "B")]),
        ("B", "asked", [("replaced", "C")]),
        ("C", "replaced", [("reversed", "")]),
    ]
    assert [entry.holds for entry in found.entries] == ["superseded", "holds", "reversed"]
    first, last = found.entries[0].changes[0], found.entries[2].changes[0]
    assert (first.at, first.reason, first.who, first.by_id) == (
        day(1), "B is cheaper.", "Owner", chain[1],
    )  # fmt: skip
    assert (last.reason, last.who) == ("It broke.", "Teammate")
    assert not found.more


def test_what_was_taken_back_is_no_part_of_it(world, chain):
    with world.acting_as("owner"):
        services.undo_supersession(chain[0])
        assert told(history.of([chain[0]]))[0] == ("A", "asked", [])


def test_a_topic_takes_in_what_is_like_it_and_what_names_the_same(world):
    def state(title, number, about=""):
        named = (Mention(about, EntityType.PROJECT),) if about else ()
        draft = Draft(title=title, decided_at=day(number), entities=named)
        return services.create_memory(world.scope("owner"), draft)

    state("Meet on Tuesdays", 0, "Atlas")
    asked = state("Use Postgres for billing", 1, "Atlas")
    state("Use Postgres for billing reports", 2)
    state("Buy a sofa", 3, "Lounge")
    with world.acting_as("owner"):
        assert [(title, tie) for title, tie, _ in told(history.of([asked]))] == [
            ("Meet on Tuesdays", "named"),
            ("Use Postgres for billing", "asked"),
            ("Use Postgres for billing reports", "similar"),
        ]


def test_a_name_that_many_share_is_no_topic(world, monkeypatch):
    monkeypatch.setattr(history, "RARE", 2)
    asked, *_ = (
        services.create_memory(
            world.scope("owner"), Draft(title=t, entities=(Mention("Atlas", EntityType.PROJECT),))
        )
        for t in ("Use Postgres for billing", "Meet on Tuesdays", "Buy a sofa")
    )
    with world.acting_as("owner"):
        assert told(history.of([asked])) == [("Use Postgres for billing", "asked", [])]


def test_what_belongs_to_it_least_is_left_out_of_a_long_one(world, chain):
    with world.acting_as("owner"):
        found = history.of([chain[0]], limit=2)
    assert [entry.title for entry in found.entries] == ["A", "C"]
    assert found.more


def test_the_history_leaves_out_what_the_reader_cannot_see(world):
    old = decision(world, "private_owner", "Old", visibility="private", decided_at=day(0))
    new = decision(world, "owner", "New", decided_at=day(1))
    with world.acting_as("private_owner"):
        services.supersede_decision(old, new)
        assert [title for title, *_ in told(history.of([new]))] == ["Old", "New"]
    with world.acting_as("owner"):
        assert told(history.of([new])) == [("New", "asked", [])]
        assert history.of([old]).entries == []
    with world.acting_as("stranger"):
        assert history.of([old, new]).entries == []


def test_a_secret_is_told_of_only_where_it_is_asked_for(world):
    draft = Draft(title="Buy it", visibility=Visibility.SECRET, decided_at=day(2))
    secret = services.create_memory(world.scope("owner"), draft)
    own = decision(world, "owner", "Rent it", visibility="private", decided_at=day(1))
    with world.acting_as("owner"):
        services.supersede_decision(own, secret)
        assert told(history.of([own])) == [("Rent it", "asked", [])]
        assert [title for title, *_ in told(history.of([secret]))] == ["Rent it", "Buy it"]


def test_a_history_takes_two_statements(world, chain, django_assert_num_queries):
    with world.acting_as("owner"):
        with django_assert_num_queries(2):
            history.of(chain)
        with django_assert_num_queries(0):
            assert history.of([]).entries == []


def test_the_history_over_http(world, chain):
    client = session(world, "teammate")
    shown = client.get(f"{ROOT}/decisions/{chain[2]}/history").json()
    assert [entry["title"] for entry in shown["entries"]] == ["A", "B", "C"]
    change = shown["entries"][0]["changes"][0]
    assert (change["what"], change["by"], change["reason"]) == ("replaced", "B", "B is cheaper.")
    assert client.get(f"{ROOT}/decisions/{missing()}/history").status_code == 404
    assert client.post(f"{ROOT}/decisions/{chain[2]}/reverse", {"reason": "No."}).status_code == 200
    shown = client.get(f"{ROOT}/decisions/{chain[2]}/history").json()
    assert shown["entries"][2]["changes"][0]["reason"] == "No."
