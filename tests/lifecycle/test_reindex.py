"""Reindexing: all that is known is reached, nothing is lost, and a change of model is seamless."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from connectors.contract import Audience, Person, Visibility
from connectors.models import SourceItem
from decisions import reindex as index
from decisions.drafts import Draft
from decisions.models import Memory, MemoryEmbedding, MemoryTerms, MessageVector
from decisions.services import create_memory, edit_memory
from lifecycle import reindex as lifecycle
from lifecycle.reindex import begin_for, go_on_with_next, reindex, work
from lifecycle.reindex_state import STOPPED, AlreadyReindexing, LostClaim
from momo.platform.accounts.services import NotAllowed, remove_member
from momo.platform.ai import AIConfig, ProviderError
from momo.platform.ai.fakes import FakeOpenAI, Fault
from momo.platform.vault.envelope import SealError
from momo.platform.vault.models import DataKey
from retrieval.active import active_model, index_status
from retrieval.models import Reindexing
from retrieval.pipeline import search
from tests.decisions.pipeline.feeding import WHEN, note, take_in

OLD, NEW = "wordllama-256", "new-model"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """No wait before old vectors go, no partitions, and no queue to send wake-ups to."""
    monkeypatch.setattr(lifecycle, "GRACE_SECONDS", 0.0)
    monkeypatch.setattr(lifecycle, "partitions", dict)
    monkeypatch.setattr("connectors.services.wake", lambda queue: None)


@pytest.fixture
def server():
    with FakeOpenAI() as fake:
        yield fake


@pytest.fixture
def configure(settings, server):
    """Have this embedding model configured; the offline one where none is named."""

    def use(model=NEW):
        settings.MOMO_AI = AIConfig(
            base_url=server.base_url, chat_model="", embedding_model=model, max_attempts=1
        )

    settings.MOMO_AI = AIConfig()
    return use


def said(name, text, minute, **fields):
    given = {"kind": "message", "title": "", "thread_key": "t", **fields}
    return note(name, text, occurred_at=WHEN + timedelta(minutes=minute), **given)


CONVERSATION = [
    said("a", "Shall we host on AWS or on GCP?", 0),
    said("b", "We decided to use AWS because GCP is too expensive for us.", 1),
    said("c", " ".join(f"word{n}" for n in range(300)), 2),  # too long to lend words
    said("d", "ok fine, and the launch in March?", 3, title="Launch plan"),
    said("e", "We will launch on Monday, decided.", 4),
    said("f", "Lunch is served in the kitchen", 5, thread_key="u"),
    said("g", "A note in no thread at all", 6, thread_key="", kind="note", title="Alone"),
]


def entries(world, who):
    """All index entries that a person sees, by what they are of."""
    with world.acting_as(who) as scope:
        items = dict(SourceItem.objects.values_list("id", "external_id"))
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT m.source_item_id, m.kind, m.title, m.search::text,"
                " ARRAY[m.word_count, m.first_person_count, m.name_count, m.tells_time::int,"
                "  m.is_question::int, m.gives_reason::int],"
                " ARRAY(SELECT t.visibility || t.thread_key || (term & 4294967295)"
                "  FROM decisions_memoryterms t, unnest(t.terms) term"
                "  WHERE t.team_id = m.team_id AND t.memory_id = m.id ORDER BY term),"
                " ARRAY(SELECT e.model || e.chunk || e.visibility || e.embedding::text"
                "  FROM decisions_memoryembedding e WHERE e.team_id = m.team_id"
                "  AND e.memory_id = m.id ORDER BY e.model),"
                " ARRAY(SELECT v.model || v.visibility || v.embedding::text"
                "  FROM decisions_messagevector v WHERE v.team_id = m.team_id"
                "  AND v.memory_id = m.id ORDER BY v.model)"
                " FROM decisions_memory m WHERE m.team_id = %s",
                [scope.team_id],
            )
            return {(items.get(row[0]), row[1], row[2]): row[3:] for row in cursor.fetchall()}


def models_of(world, who="owner"):
    with world.acting_as(who):
        return sorted(MemoryEmbedding.objects.values_list("model", flat=True))


def searched_with(world):
    with world.acting_as("owner"):
        return active_model()


def remember(world, title, who="owner", **fields):
    return create_memory(world.scope(who), Draft(title=title, **fields))


def test_an_index_made_anew_is_row_by_row_that_of_a_fresh_ingestion(world, configure):
    take_in(world, "owner", *reversed(CONVERSATION))
    with world.acting_as("owner"):
        edited = Memory.objects.get(kind="observation", title="Launch plan").id
        other = Memory.objects.get(kind="observation", title__startswith="Shall").id
    edit_memory(world.scope("owner"), edited, {"title": "Launch in March"})
    edit_memory(world.scope("owner"), other, {"tags": ["hosting"]})  # leaves its texts alone
    configure()
    take_in(world, "stranger", *CONVERSATION)
    with world.acting_as("stranger"):
        edited = Memory.objects.get(kind="observation", title="Launch plan").id
    edit_memory(world.scope("stranger"), edited, {"title": "Launch in March"})
    done = reindex(world.scope("owner"))
    assert (done.before, done.model, done.finished) == (OLD, NEW, True)
    fresh = entries(world, "stranger")
    assert len(fresh) >= len(CONVERSATION)
    assert entries(world, "owner") == fresh


def test_lost_and_spoilt_entries_come_back_as_they_were(world, configure):
    take_in(world, "owner", *CONVERSATION)
    before = entries(world, "owner")
    with world.acting_as("owner"):
        MemoryEmbedding.objects.filter(memory_id__in=list(_ids()[:2])).delete()
        MessageVector.objects.filter(memory_id__in=list(_ids()[2:5])).delete()
        Memory.objects.filter(id__in=list(_ids()[4:6])).update(search=None)
        MemoryTerms.objects.filter(memory_id__in=list(_ids()[5:7])).delete()
    assert reindex(world.scope("owner")).memories >= 4
    assert entries(world, "owner") == before
    with world.acting_as("owner"):
        MessageVector.objects.update(embedding=[0.5] * 1536)
        Memory.objects.update(search="'nonsense':1A", word_count=1, is_question=True)
        MemoryTerms.objects.update(terms=[1])
    assert reindex(world.scope("owner")).memories == 0  # nothing lacks
    assert reindex(world.scope("owner"), anew=True).memories == len(before)
    assert entries(world, "owner") == before


def _ids():
    return Memory.objects.order_by("id").values_list("id", flat=True)


def test_everyones_memories_are_reached_and_those_of_audiences(world, configure):
    leads = Audience("c1", "leads", (Person(email="teammate@momo.example"),))
    take_in(world, "owner", said("r", "We decided to hire Bob.", 0, audience=leads))
    take_in(
        world, "private_owner", said("p", "We decided on my own raise.", 0),
        default_visibility=Visibility.PRIVATE,
    )  # fmt: skip
    for who, visibility in (("owner", "shared"), ("teammate", "private")):
        remember(world, f"Of {who}", who, visibility=visibility)
    configure()
    reindex(world.scope("owner"))
    for who in ("owner", "teammate", "private_owner"):
        seen = models_of(world, who)
        assert seen
        assert set(seen) == {NEW}
    assert len(models_of(world, "teammate")) > len(models_of(world, "owner"))


def test_a_secret_is_in_no_index(world, configure):
    secret = remember(world, "The code is 1234.", visibility="secret")
    reindex(world.scope("owner"), anew=True)
    with world.acting_as("owner"):
        assert not MemoryEmbedding.objects.filter(memory_id=secret).exists()
        assert Memory.objects.get(id=secret).search is None


def test_a_memory_that_turns_secret_meanwhile_is_left_out(world, configure, monkeypatch):
    memory = remember(world, "Postgres.")
    read = index._read

    def then_hidden(holder, ids):
        found = read(holder, ids)
        with world.acting_as("owner"):
            Memory.objects.filter(id=memory).update(visibility="secret", search=None)
            MemoryEmbedding.objects.all().delete()
        return found

    monkeypatch.setattr(index, "_read", then_hidden)
    reindex(world.scope("owner"), anew=True)
    assert models_of(world) == []


def test_until_the_new_model_is_complete_searches_use_the_old(
    world, configure, server, monkeypatch
):
    monkeypatch.setattr(index, "BATCH", 2)
    for number in range(5):
        remember(world, f"Decision {number}.")
    configure()
    assert searched_with(world) == OLD
    with pytest.raises(LostClaim):  # as if killed in its second batch
        _killed_after(1, monkeypatch, world)
    assert searched_with(world) == OLD
    assert models_of(world) == [NEW] * 2 + [OLD] * 5
    found = search(world.scope("owner"), "Decision 4")
    assert found.results
    assert not found.degraded
    Reindexing.objects.update(claim=None, locked_until=None)
    assert reindex(world.scope("owner")).memories == 5
    assert models_of(world) == [NEW] * 5
    assert searched_with(world) == NEW


def _killed_after(batches, monkeypatch, world, **options):
    """Lose the claim after so many batches: what they stored stays, nothing is noted any more."""
    left = [batches]

    def until(done, total):
        left[0] -= 1
        if not left[0]:
            Reindexing.objects.update(claim=None)

    reindex(world.scope("owner"), report=until, **options)


def test_a_run_that_was_killed_does_nothing_twice(world, configure, server, monkeypatch):
    monkeypatch.setattr(index, "BATCH", 2)
    for number in range(7):
        remember(world, f"Decision {number}.")
    configure()
    with pytest.raises(LostClaim):
        _killed_after(2, monkeypatch, world, anew=True)
    run = Reindexing.objects.get()
    assert (run.done, run.total) == (4, 7)
    Reindexing.objects.update(locked_until=None)
    asked = len(server.requests)
    assert reindex(world.scope("owner"), anew=True).memories == 7
    texts = [text for request in server.requests[asked:] for text in request.body["input"]]
    assert sorted(texts)[-1].startswith("Decision 6")
    assert not any(text.startswith(("Decision 0", "Decision 1")) for text in texts)


def test_a_worker_goes_on_by_itself_a_turn_at_a_time(world, configure, monkeypatch):
    monkeypatch.setattr(index, "BATCH", 2)
    for number in range(4):
        remember(world, f"Decision {number}.")
    configure()
    begin_for(world.scope("owner"))
    go_on_with_next(lambda: False)
    assert searched_with(world) == OLD
    assert models_of(world).count(NEW) == 2
    for _ in range(20):
        go_on_with_next(lambda: False)
    assert models_of(world) == [NEW] * 4
    assert Reindexing.objects.get().finished_at
    go_on_with_next(lambda: True)  # nothing is due


def test_a_worker_with_other_settings_leaves_it_to_one_that_has_the_model(
    world, configure, settings
):
    remember(world, "One.")
    configure()
    begin_for(world.scope("owner"))
    configure("another-model")
    go_on_with_next(lambda: True)
    assert models_of(world) == [OLD]
    configure()
    go_on_with_next(lambda: True)
    assert models_of(world) == [NEW]


def test_a_batch_takes_a_fixed_number_of_statements(world, configure, monkeypatch):
    monkeypatch.setattr(index, "BATCH", 20)
    for number in range(60):
        remember(world, f"Decision {number}.")
    configure()
    asked = []
    with CaptureQueriesContext(connection) as queries:
        reindex(world.scope("owner"), report=lambda done, total: asked.append(len(queries)))
    first, second, third = asked
    assert second - first == third - second <= 30


def test_two_at_a_time_are_refused(world, configure, monkeypatch):
    remember(world, "Postgres.")
    refused = []

    def again(done, total):
        Reindexing.objects.update(locked_until=timezone.now() + timedelta(seconds=1))
        with pytest.raises(AlreadyReindexing):
            work(world.team.id)
        refused.append(True)

    reindex(world.scope("owner"), anew=True, report=again)
    assert refused


def test_another_team_is_not_kept_waiting(world, configure):
    remember(world, "Postgres.")
    remember(world, "MySQL.", "stranger")
    begin_for(world.scope("owner"))
    Reindexing.objects.update(locked_until=timezone.now() + timedelta(minutes=1))
    assert reindex(world.scope("stranger"), anew=True).memories == 1


def test_a_model_that_is_down_leaves_it_waiting_and_what_is_done_is_kept(
    world, configure, server, monkeypatch
):
    monkeypatch.setattr(index, "BATCH", 1)
    for title in ("One.", "Two."):
        remember(world, title)
    configure()

    def goes_down(done, total):
        server.fail(Fault.SERVER_ERROR, times=1)

    with pytest.raises(ProviderError):
        reindex(world.scope("owner"), report=goes_down)
    run = Reindexing.objects.get()
    assert (run.done, run.parked_at, run.attempts) == (1, None, 1)
    assert run.error
    assert run.due_at > timezone.now()
    assert reindex(world.scope("owner")).memories == 2


def test_one_text_that_the_model_refuses_keeps_no_other_from_it(world, configure, monkeypatch):
    for title in ("One.", "Forbidden.", "Two."):
        remember(world, title)
    configure()
    embed = lifecycle.provider_of

    class Choosy:
        model = NEW

        def embed(self, texts):
            if any("Forbidden" in text for text in texts):
                raise ProviderError("It does not take that.", retryable=False)
            return embed(OLD).embed(texts)

        def calibrate(self, cosine):
            return cosine

    monkeypatch.setattr(
        lifecycle, "provider_of", lambda model: Choosy() if model == NEW else embed(model)
    )
    done = reindex(world.scope("owner"))
    assert done.left_out
    assert models_of(world) == [NEW, NEW]
    assert searched_with(world) == NEW


def test_a_key_that_is_refused_parks_it_until_someone_starts_it_again(world, configure, server):
    remember(world, "One.")
    configure()
    server.fail(Fault.UNAUTHORIZED, times=2)
    with pytest.raises(ProviderError):
        reindex(world.scope("owner"))
    go_on_with_next(lambda: True)
    assert Reindexing.objects.get().parked_at
    assert models_of(world) == [OLD]
    assert reindex(world.scope("owner")).memories == 1


def test_what_is_stopped_by_hand_waits_for_a_hand(world, configure):
    remember(world, "One.")

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reindex(world.scope("owner"), anew=True, report=stop)
    run = Reindexing.objects.get()
    assert run.error == STOPPED
    assert run.parked_at
    assert run.locked_until is None


def test_what_comes_meanwhile_is_found_under_both_models(world, configure, server, monkeypatch):
    monkeypatch.setattr(index, "BATCH", 1)
    monkeypatch.setattr(lifecycle, "CATCH_UP_SECONDS", 0.0)
    for number in range(3):
        remember(world, f"Decision {number}.")
    configure()
    late = []

    def comes(done, total):
        if not late:
            late.append(remember(world, "A late one."))
        elif len(late) == 1:
            with world.acting_as("owner"):
                found = MemoryEmbedding.objects.filter(memory_id=late[0])
                late.append(sorted(found.values_list("model", flat=True)))

    reindex(world.scope("owner"), report=comes)
    assert late[1] == [NEW, OLD]
    assert models_of(world) == [NEW] * 4


def test_what_a_process_with_the_old_settings_stores_is_caught_before_the_change(
    world, configure, monkeypatch
):
    monkeypatch.setattr(index, "BATCH", 1)
    for number in range(2):
        remember(world, f"Decision {number}.")
    configure()

    def comes(done, total):
        if done == 2:
            with world.acting_as("owner"):
                memory = Memory.objects.order_by("id").last()
                memory.pk = (world.team.id, index.uuid7())
                memory.id = memory.pk[1]
                memory.save(force_insert=True)

    reindex(world.scope("owner"), report=comes)
    assert models_of(world) == [NEW] * 3


def test_an_edit_while_a_vector_is_made_wins(world, configure, monkeypatch):
    memory = remember(world, "Postgres.")
    embed, edits = index._embed, []

    def slowly(scope, models, read):
        if not edits:
            edits.append(edit_memory(world.scope("owner"), memory, {"title": "MySQL."}))
        return embed(scope, models, read)

    configure()
    monkeypatch.setattr(index, "_embed", slowly)
    reindex(world.scope("owner"))
    take = remember(world, "MySQL.", "stranger")
    with world.acting_as("stranger"):
        expected = MemoryEmbedding.objects.get(memory_id=take).embedding
    with world.acting_as("owner"):
        assert MemoryEmbedding.objects.get(memory_id=memory).embedding == expected
        assert "mysql" in Memory.objects.get(id=memory).search


def test_a_memory_deleted_meanwhile_stays_gone(world, configure, monkeypatch):
    memory = remember(world, "Postgres.")
    embed = index._embed

    def slowly(*given):
        with world.acting_as("owner"):
            Memory.objects.filter(id=memory).delete()
        return embed(*given)

    monkeypatch.setattr(index, "_embed", slowly)
    assert reindex(world.scope("owner"), anew=True).memories == 0
    assert models_of(world) == []


def test_texts_whose_key_is_gone_keep_their_words(world, configure, monkeypatch):
    take_in(world, "owner", *CONVERSATION)
    words = {key: entry[0] for key, entry in entries(world, "owner").items()}

    def gone(item, name):
        raise SealError("The data key of this value is gone.")

    monkeypatch.setattr("decisions.entries.open_field", gone)
    configure()
    reindex(world.scope("owner"), anew=True)
    assert {key: entry[0] for key, entry in entries(world, "owner").items()} == words
    assert set(models_of(world)) == {NEW}


def test_a_missing_master_key_does_not_pass_for_texts_that_are_gone(
    world, configure, settings, monkeypatch
):
    from momo.platform.vault import services as vault
    from momo.platform.vault.envelope import MasterKeys
    from momo.platform.vault.keyring import Keyring

    take_in(world, "owner", *CONVERSATION)
    settings.MOMO_MASTER_KEYS = MasterKeys.parse(MasterKeys.generate("other"))
    monkeypatch.setattr(vault, "_keyring", Keyring(capacity=10))
    with pytest.raises(SealError, match="MOMO_MASTER_KEYS"):
        reindex(world.scope("owner"), anew=True)
    with world.acting_as("owner"):
        assert DataKey.objects.exists()


def test_where_the_old_model_is_gone_searches_go_by_words_and_say_so(world, configure, settings):
    configure("first-model")
    remember(world, "We host on AWS.")
    assert searched_with(world) == "first-model"
    settings.MOMO_AI = AIConfig()  # the key was taken out
    assert searched_with(world) == "first-model"
    with pytest.raises(ProviderError, match="momo reindex"):
        lifecycle.provider_of("first-model").embed(["AWS"])
    reindex(world.scope("owner"))
    assert models_of(world) == [OLD]
    assert searched_with(world) == OLD


def test_a_model_changed_again_midway_takes_the_last(world, configure, monkeypatch):
    monkeypatch.setattr(index, "BATCH", 1)
    for number in range(3):
        remember(world, f"Decision {number}.")
    configure("second-model")
    with pytest.raises(LostClaim):
        _killed_after(1, monkeypatch, world)
    Reindexing.objects.update(claim=None, locked_until=None)
    configure("third-model")
    done = reindex(world.scope("owner"))
    assert (done.before, done.model) == (OLD, "third-model")
    assert models_of(world) == ["third-model"] * 3


def test_members_may_not_start_it(world, configure):
    with pytest.raises(NotAllowed):
        reindex(world.scope("teammate"))


def test_who_began_it_may_leave(world, configure):
    remember(world, "One.")
    with world.acting_as("owner"):
        from momo.platform.accounts.services import change_role

        change_role(user_id=world.teammate.id, role="admin")
    begin_for(world.scope("teammate"), anew=True)
    with world.acting_as("owner"):
        remove_member(user_id=world.teammate.id)
    go_on_with_next(lambda: True)
    assert Reindexing.objects.get().parked_at
    assert reindex(world.scope("owner"), anew=True).memories == 1


def test_its_status_counts_what_the_reader_sees(world, configure):
    remember(world, "One.")
    remember(world, "Two.", "teammate", visibility="private")
    configure()
    with world.acting_as("owner"):
        status = index_status()
        assert (status.model, status.configured, status.state) == (OLD, NEW, "")
        assert (status.memories, status.indexed) == (1, 1)
    reindex(world.scope("owner"))
    with world.acting_as("owner"):
        status = index_status()
    assert (status.model, status.state, status.progress) == (NEW, "finished", 1.0)
    assert (status.memories, status.indexed, status.left_out) == (1, 1, False)
