"""Erasing takes what stands on nothing else, and nothing more."""

from dataclasses import replace
from datetime import timedelta

import pytest

from connectors.contract import Audience, Person
from connectors.models import ErasedItem, Integration, PipelineJob, Queue, SourceItem, SyncRun
from decisions import services
from decisions.models import (
    Decision,
    Edge,
    Entity,
    Memory,
    MemoryEmbedding,
    Occurrence,
    Supersession,
)
from decisions.pipeline import process
from decisions.pipeline.drain import drain
from lifecycle.commitments.models import CommitmentMark
from lifecycle.digests import outbox, subscriptions
from lifecycle.digests.models import DigestSubscription
from lifecycle.reconcile.models import Conflict, Restatement
from lifecycle.retention import batches, erasing
from lifecycle.retention.targets import NoTarget, Target
from momo.platform.accounts.services import NotAllowed
from momo.platform.audit.models import AuditEvent
from momo.platform.audit.services import first_broken_link
from momo.platform.tenancy.models import NOBODY
from momo.platform.tenancy.visibility import Visibility
from tests.decisions.pipeline.feeding import (
    ADA,
    WHEN,
    ToldExtractor,
    item_named,
    note,
    take_in,
)

SAID = "We decided to use Postgres."
BEN = type(ADA)(name="Ben Birch", email="Ben@momo.example")


def erase(world, who="owner", **named):
    return erasing.erase(world.scope(who), Target(**named))


def item(world, name, who="owner"):
    with world.acting_as(who):
        return item_named(name)


def decision_in(world, name, who="owner"):
    with world.acting_as(who):
        return Decision.objects.get(source_item_id=item_named(name).id)


def restate(world, older, newer, who="owner"):
    """As reconcile does where one says what the other said."""
    with world.acting_as(who):
        once = Occurrence.objects.create(
            memory_id=older.id, source_item_id=newer.source_item_id, at=newer.source_date,
            snippet=newer.quote,
        )  # fmt: skip
        Restatement.objects.create(older_id=older.id, newer_id=newer.id, occurrence_id=once.id)
        Memory.objects.filter(id=newer.id).update(archived_at=newer.source_date)
        Memory.objects.filter(id=older.id).update(occurrence_count=2)


def test_an_item_goes_with_all_that_hangs_on_it(world):
    take_in(world, "teammate", note("a", SAID), note("b", "We decided to hire Zoe."))
    done = erase(world, item=item(world, "a").id)
    assert done.erased["items"] == 1
    assert done.erased["memories"] == 2
    assert done.erased["memory_embeddings"] == 2
    assert set(done.verified.values()) == {0}
    assert done.verified.keys() == done.erased.keys()
    with world.acting_as("owner"):
        assert not SourceItem.objects.filter(external_id="a").exists()
        assert {m.source_item_id for m in Memory.objects.all()} == {item_named("b").id}
        assert first_broken_link() is None
        event = AuditEvent.objects.get(action="items.erased")
    assert event.details["counts"]["items"] == 1
    assert "Postgres" not in str(event.details)


def test_counting_first_changes_nothing_and_says_the_same(world):
    take_in(world, "teammate", note("a", SAID))
    target = Target(item=item(world, "a").id)
    found = erasing.preview(world.scope("owner"), target)
    assert found.erased == erasing.preview(world.scope("owner"), target).erased
    assert found.erased == erasing.erase(world.scope("owner"), target).erased


def test_what_it_replaced_holds_again(world):
    take_in(world, "teammate", note("a", SAID), note("b", "We decided to use MySQL."))
    old, new = decision_in(world, "a"), decision_in(world, "b")
    with world.acting_as("owner"):
        services.supersede_decision(old.id, new.id)
    done = erase(world, item=item(world, "b").id)
    assert done.reinstated == 1
    assert decision_in(world, "a").superseded_by is None


def test_reading_the_source_again_does_not_bring_it_back(world):
    take_in(world, "teammate", note("a", SAID))
    erase(world, item=item(world, "a").id)
    take_in(world, "teammate", note("a", SAID), note("a", SAID + " Edited."), note("b", SAID))
    with world.acting_as("owner"):
        assert [row.external_id for row in SourceItem.objects.all()] == ["b"]
        (mark,) = ErasedItem.objects.all()
    assert bytes(mark.digest) != b"a"
    assert len(mark.digest) == 32


def test_a_copy_of_one_persons_own_is_another_item(world):
    take_in(world, "teammate", note("a", SAID), default_visibility=Visibility.PRIVATE)
    take_in(world, "private_owner", note("a", SAID), default_visibility=Visibility.PRIVATE)
    mine = item(world, "a", "teammate").id
    erase(world, "teammate", item=mine)
    take_in(world, "teammate", note("a", SAID), default_visibility=Visibility.PRIVATE)
    with world.acting_as("teammate"):
        assert not SourceItem.objects.exists()
    assert item(world, "a", "private_owner")


def test_what_other_sources_say_too_stays_as_they_say_it(world):
    later = WHEN + timedelta(days=3)
    take_in(
        world, "teammate", note("a", SAID), note("old", "We decided to use MySQL."),
        note("b", "It stays so: we decided to use Postgres.", occurred_at=later, author=BEN),
    )  # fmt: skip
    first, again, old = (decision_in(world, name) for name in ("a", "b", "old"))
    restate(world, first, again)
    with world.acting_as("owner"):
        services.supersede_decision(old.id, first.id, reason="Faster.")
        Conflict.objects.create(older_id=old.id, newer_id=first.id, rule="x", reason=first.quote)
    done = erase(world, item=item(world, "a").id)
    assert (done.rebased, done.reinstated) == (1, 0)
    with world.acting_as("owner"):
        stays = Memory.objects.get(id=again.id)
        record = Supersession.objects.get()
        assert (record.old_id, record.new_id, record.reason) == (old.id, again.id, "Faster.")
        assert Memory.objects.get(id=old.id).superseded_by == again.id
        assert Edge.objects.filter(kind="SUPERSEDES", src=again.id, dst=old.id).exists()
        conflict = Conflict.objects.get()
        assert (conflict.newer_id, conflict.reason) == (again.id, "")
        assert not Restatement.objects.exists()
        assert not Occurrence.objects.exists()
    assert stays.archived_at is None
    assert stays.occurrence_count == 1


def test_a_persons_word_on_it_stays_with_it(world):
    take_in(world, "teammate", note("a", SAID), note("b", SAID + " Again.", author=BEN))
    first, again = decision_in(world, "a"), decision_in(world, "b")
    restate(world, first, again)
    with world.acting_as("owner"):
        services.reverse_decision(first.id, reason="Too dear.")
    erase(world, item=item(world, "a").id)
    assert decision_in(world, "b").status == "reversed"
    with world.acting_as("owner"):
        services.restore_decision(again.id)
    assert decision_in(world, "b").status == "decided"


def test_what_was_said_again_is_counted_without_it(world):
    take_in(world, "teammate", note("a", SAID), note("b", SAID + " Again."))
    first, again = decision_in(world, "a"), decision_in(world, "b")
    restate(world, first, again)
    erase(world, item=item(world, "b").id)
    with world.acting_as("owner"):
        assert not Occurrence.objects.exists()
        assert Memory.objects.get(id=first.id).occurrence_count == 1


def test_names_that_it_alone_told_go_and_others_stay(world):
    ada = type(ADA)(name="Ada the Great", email=ADA.email)
    take_in(world, "teammate", note("a", SAID, author=ada))
    take_in(world, "teammate", note("b", SAID + " So."))
    erase(world, item=item(world, "a").id)
    with world.acting_as("owner"):
        (person,) = Entity.objects.filter(type="person")
    assert (person.name, person.aliases) == ("Ada Ashby", ["ada ashby"])
    assert person.emails == [ADA.email]
    erase(world, item=item(world, "b").id)
    with world.acting_as("owner"):
        assert not Entity.objects.exists()


def test_all_that_a_person_wrote_goes_whatever_the_case_of_the_address(world):
    take_in(
        world, "teammate", note("a", SAID, author=BEN), note("b", SAID + " So."),
        note("c", "We decided to wait.", author=BEN),
    )  # fmt: skip
    assert erase(world, person="ben@momo.example").erased["items"] == 2
    with world.acting_as("owner"):
        assert [row.external_id for row in SourceItem.objects.all()] == ["b"]
        assert not Entity.objects.filter(emails__contains=["ben@momo.example"]).exists()


def test_a_thread_and_a_container_go_and_what_is_beside_them_stays(world):
    take_in(
        world, "teammate", note("a", SAID, thread_key="t", container="c"),
        note("b", "Fine.", thread_key="t", container="c"), note("d", SAID, container="c"),
        note("e", SAID),
    )  # fmt: skip
    source = item(world, "a").integration_id
    assert erase(world, integration=source, thread="t").erased["items"] == 2
    assert erase(world, integration=source, container="c").erased["items"] == 1
    with world.acting_as("owner"):
        assert [row.external_id for row in SourceItem.objects.all()] == ["e"]


def test_a_whole_source_goes_with_its_runs_and_waiting_files(world, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    take_in(world, "teammate", note("a", SAID), note("b", "We decided to wait."))
    source = item(world, "a").integration_id
    with world.acting_as("owner"):
        run = SyncRun.objects.get()
    waiting = tmp_path / "uploads" / str(world.team.id) / str(run.id) / str(world.owner.id)
    waiting.mkdir(parents=True)
    (waiting / "notes.zip").write_bytes(b"text")
    done = erase(world, integration=source)
    assert (done.erased["integrations"], done.erased["uploads"]) == (1, 1)
    assert not waiting.exists()
    with world.acting_as("owner"):
        assert not Integration.objects.exists()
        assert not Memory.objects.exists()
    take_in(world, "teammate", note("a", SAID), note("c", "We decided to go."))
    with world.acting_as("owner"):
        assert [row.external_id for row in SourceItem.objects.all()] == ["c"]


def test_it_goes_on_where_it_was_broken_off(world, monkeypatch):
    monkeypatch.setattr(batches, "SIZE", 2)
    take_in(world, "teammate", *(note(f"n{i}", f"We decided to do {i}.") for i in range(5)))
    target = Target(integration=item(world, "n0").integration_id)
    first = erasing.erase(world.scope("owner"), target, go_on=lambda: False)
    assert (first.finished, first.erased["items"]) == (False, 2)
    second = erasing.erase(world.scope("owner"), target)
    assert (second.finished, second.erased["items"]) == (True, 3)
    with world.acting_as("owner"):
        assert not Memory.objects.exists()
        assert not Entity.objects.exists()
        assert not Edge.objects.exists()


def test_what_waits_in_the_pipeline_goes_too(world):
    take_in(world, "teammate", note("a", SAID))
    with world.acting_as("owner"):
        PipelineJob.objects.create(
            team_id=world.team.id, item_id=item_named("a").id, principal_id=world.owner.id,
            queue=Queue.REALTIME, due_at=WHEN, parked_at=WHEN, error="stuck",
        )  # fmt: skip
    assert erase(world, item=item(world, "a").id).erased["pipeline_jobs"] == 1


def test_what_was_found_with_its_help_goes_and_its_messages_are_read_anew(world):
    proposal = note("a", "Shall we use Quokkadb for the search?", thread_key="t", title="")
    reply = note(
        "b", "Agreed, let's do that.", thread_key="t", title="", author=BEN,
        occurred_at=WHEN + timedelta(hours=1),
    )  # fmt: skip
    take_in(world, "teammate", proposal, reply)
    assert "Quokkadb" in decision_in(world, "b").title
    done = erase(world, item=item(world, "a").id)
    assert done.read_again == 1

    def nothing_of_it():
        with world.acting_as("owner"):
            return not any(
                "quokka" in f"{m.title}{m.summary}{m.search}".lower() for m in Memory.objects.all()
            )

    assert nothing_of_it()
    drain(Queue.REALTIME)
    assert nothing_of_it()
    with world.acting_as("owner"):
        assert Memory.objects.filter(source_item_id=item_named("b").id).exists()
        assert not PipelineJob.objects.exists()


def test_neighbors_in_a_thread_lose_its_words(world):
    texts = ("The quokka is ready.", "What shall we paint on the boat?")
    take_in(
        world, "teammate",
        *(note(f"n{i}", text, thread_key="t", title="", occurred_at=WHEN + timedelta(hours=i))
          for i, text in enumerate(texts)),
    )  # fmt: skip

    def search_of_second():
        with world.acting_as("owner"):
            return Memory.objects.get(source_item_id=item_named("n1").id).search

    assert "quokka" in search_of_second()
    erase(world, item=item(world, "n0").id)
    assert "quokka" not in search_of_second()


@pytest.mark.parametrize("who", ["teammate", "private_owner"])
def test_what_the_team_shares_is_for_its_admins_to_erase(world, who):
    take_in(world, "teammate", note("a", SAID))
    with pytest.raises(NotAllowed):
        erase(world, who, item=item(world, "a").id)
    assert item(world, "a")


def test_what_is_ones_own_is_ones_own_to_erase_and_nobody_elses(world):
    take_in(
        world, "private_owner", note("a", SAID, author=BEN), default_visibility=Visibility.PRIVATE
    )
    take_in(world, "teammate", note("b", SAID, author=BEN))
    mine = item(world, "a", "private_owner").id
    for who in ("owner", "teammate"):
        with pytest.raises(SourceItem.DoesNotExist):
            erase(world, who, item=mine)
        with pytest.raises(SourceItem.DoesNotExist):
            erasing.preview(world.scope(who), Target(item=mine))
    found = erasing.preview(world.scope("owner"), Target(person=BEN.email))
    assert found.erased["items"] == 1
    own = erase(world, "private_owner", person=BEN.email)
    assert (own.erased["items"], own.left) == (1, 1)
    with world.acting_as("owner"):
        assert not Memory.objects.filter(source_item_id=mine).exists()
        (event,) = AuditEvent.objects.filter(action="items.erased")
    assert event.details == {
        "items": [], "private": True, "target": "person",
        "requested_by": str(world.private_owner.id),
    }  # fmt: skip


def test_a_stranger_erases_and_learns_nothing(world):
    take_in(world, "teammate", note("a", SAID))
    a = item(world, "a")
    with pytest.raises(SourceItem.DoesNotExist):
        erase(world, "stranger", item=a.id)
    with pytest.raises(Integration.DoesNotExist):
        erase(world, "stranger", integration=a.integration_id)
    assert erase(world, "stranger", person=ADA.email).erased == {}
    assert item(world, "a")


def test_everything_at_once_is_not_to_be_named_by_mistake(world):
    for named in ({}, {"thread": "t"}, {"container": "c"}):
        with pytest.raises(NoTarget):
            Target(**named)


def test_an_admin_erases_a_source_with_channels_that_they_are_not_in_and_is_told_no_count(world):
    members = (Person(email=world.teammate.email),)
    channel = Audience(key="C1", name="board", members=members)
    take_in(world, "teammate", note("a", SAID), note("b", SAID + " So.", audience=channel))
    source = item(world, "a").integration_id
    assert item(world, "b", "teammate")
    target = Target(integration=source)
    assert erasing.preview(world.scope("owner"), target).erased["items"] == 1
    done = erase(world, integration=source)
    assert (done.erased["items"], done.erased["integrations"]) == (1, 1)
    with world.acting_as("teammate"):
        assert not SourceItem.objects.exists()
        assert not Memory.objects.exists()


def test_the_audit_log_tells_no_number_of_what_a_private_channel_held(world):
    channel = Audience(key="C2", name="C2", members=(Person(email=world.teammate.email),))
    take_in(world, "teammate", note("a", SAID, audience=channel), note("b", SAID, audience=channel))
    with world.acting_as("teammate"):
        source = SourceItem.objects.first().integration_id
    erase(world, integration=source)
    with world.acting_as("teammate"):
        assert not SourceItem.objects.exists()
    with world.acting_as("owner"):
        (event,) = AuditEvent.objects.filter(action="items.erased")
    assert (event.details["items"], event.details["private"]) == ([], True)
    assert "counts" not in event.details


def test_a_source_with_something_of_others_in_it_stays_with_that(world):
    take_in(
        world, "private_owner", note("a", SAID), note("b", "Mine.", visibility=Visibility.PRIVATE)
    )
    done = erase(world, integration=item(world, "a").integration_id)
    assert "integrations" not in done.erased
    assert item(world, "b", "private_owner").sealed_text is not None


def known_by_item(world):
    """All that a team knows and by what it is found, by the item that it is of."""
    with world.acting_as("owner"):
        names = dict(SourceItem.objects.values_list("id", "external_id"))
        found = Memory.objects.order_by("title")
        vectors = dict(MemoryEmbedding.objects.values_list("memory_id", "embedding"))
        return [
            (names[m.source_item_id], m.kind, m.title, m.search, list(vectors[m.id])) for m in found
        ], sorted(Entity.objects.values_list("type", "name", "aliases", "emails"))


@pytest.mark.parametrize("gone", [0, 2, 3, 5])
def test_what_is_left_is_as_if_it_had_never_been_read(world, gone):
    notes = [
        note(f"n{number}", f"Word{number} is here. We decided to use Engine{number}.", title="",
             thread_key="t", occurred_at=WHEN + timedelta(hours=number),
             author=Person(name=f"Person {number % 2}", email=f"p{number % 4}@momo.example"))
        for number in range(6)
    ]  # fmt: skip
    take_in(world, "teammate", *notes)
    erase(world, item=item(world, f"n{gone}").id)
    drain(Queue.REALTIME)
    left = known_by_item(world)
    erase(world, integration=item(world, "n1").integration_id)
    others = [each for number, each in enumerate(notes) if number != gone]
    take_in(world, "teammate", *others, source="slack", kind="adr")
    assert left == known_by_item(world)


def test_what_a_worker_has_in_hand_meanwhile_is_read_again_without_it(world, models, monkeypatch):
    proposal = note("a", "Shall we use Quokkadb for the search?", thread_key="t", title="")
    reply = note(
        "b", "Agreed, let's do that.", thread_key="t", title="",
        occurred_at=WHEN + timedelta(hours=1),
    )  # fmt: skip
    take_in(world, "teammate", proposal)
    erased = []

    def erase_the_proposal(threads):
        if not erased:
            erased.append(erase(world, item=item(world, "a").id))

    told = ToldExtractor(erase_the_proposal)
    monkeypatch.setattr(process, "providers", lambda: replace(models, extractor=told))
    take_in(world, "teammate", reply)
    drain(Queue.REALTIME)
    assert (erased[0].read_again, told.calls) == (1, 2)
    with world.acting_as("owner"):
        assert not PipelineJob.objects.exists()
        assert not any("quokka" in f"{m.title}{m.search}".lower() for m in Memory.objects.all())


def test_what_was_said_of_its_being_done_stays_with_it(world):
    take_in(world, "teammate", note("a", SAID), note("b", SAID + " Again.", author=BEN))
    first, again = decision_in(world, "a"), decision_in(world, "b")
    restate(world, first, again)
    with world.acting_as("owner"):
        CommitmentMark.objects.create(
            memory_id=first.id, holder=NOBODY, closed=True, at=WHEN, by_principal=world.owner.id
        )
    erase(world, item=item(world, "a").id)
    with world.acting_as("owner"):
        assert CommitmentMark.objects.get().memory_id == again.id


def subscribe(world, *addresses):
    with world.acting_as("owner"):
        fields = {"addresses": list(addresses)}
        return subscriptions.subscribe(fields, for_team=True, is_admin=True).id


def test_no_digest_goes_to_an_address_that_was_erased(world):
    take_in(world, "teammate", note("a", SAID, author=BEN))
    one, both = subscribe(world, "ben@momo.example"), subscribe(world, "Ben@momo.example", "c@x.de")
    target = {"person": "BEN@momo.example"}
    found = erasing.preview(world.scope("owner"), Target(**target))
    assert found.erased["digest_subscriptions"] == 2
    with pytest.raises(NotAllowed):
        erase(world, "teammate", **target)
    done = erase(world, **target)
    assert (done.erased["digest_subscriptions"], done.verified["digest_subscriptions"]) == (2, 0)
    with world.acting_as("owner"):
        rows = {row.id: row for row in DigestSubscription.objects.all()}
    assert (rows[one].addresses, rows[one].active) == ([], False)
    assert (rows[both].addresses, rows[both].active) == (["c@x.de"], True)


def test_what_is_erased_in_one_place_leaves_the_address_its_digests(world):
    take_in(world, "teammate", note("a", SAID, author=BEN))
    subscribe(world, BEN.email)
    erase(world, person=BEN.email, integration=item(world, "a").integration_id)
    erase(world, "teammate", person=BEN.email)  # who may not settle what the team is told
    with world.acting_as("owner"):
        assert DigestSubscription.objects.get().addresses == [BEN.email]


def kept_mails(world, settings, tmp_path):
    """Mails of two in the team and of one in another, kept as files."""
    settings.EMAIL_FILE_PATH = tmp_path
    readers = [(world.team, "teammate"), (world.team, "owner"), (world.other_team, "stranger")]
    for team, who in readers:
        folder = outbox.folder(team.id, world.scope(who).principal_id)
        folder.mkdir(parents=True)
        (folder / f"{who}.log").write_text(SAID)


def names_of_files(tmp_path):
    return {path.stem for path in tmp_path.rglob("*.log")}


def test_mails_that_are_kept_as_files_go_with_what_they_may_quote(world, settings, tmp_path):
    kept_mails(world, settings, tmp_path)
    take_in(world, "teammate", note("mine", SAID), default_visibility=Visibility.PRIVATE)
    take_in(world, "teammate", note("a", SAID))
    erase(world, "teammate", item=item(world, "mine", "teammate").id)
    assert names_of_files(tmp_path) == {"owner", "stranger"}
    erase(world, item=item(world, "a").id)
    assert names_of_files(tmp_path) == {"stranger"}
