"""What an answer rests on is looked at anew: replaced, hidden, deleted or erased since."""

import pytest
from django.db import connection
from django.utils import timezone

from connectors.contract import MediaType, SourceRecord
from connectors.models import Integration, Queue, SourceItem
from connectors.notes.connector import notes
from connectors.runs import open_run
from connectors.store import Storing, store
from decisions import services
from decisions.models import Memory
from decisions.pipeline.work import seal_field
from momo.platform.rest.models import IdempotentRequest
from momo.platform.tenancy.visibility import Visibility
from retrieval.conversations import sealing
from retrieval.conversations.models import ExchangeText
from tests.api import ROOT, session
from tests.retrieval.conversations.conftest import read_shared

DATABASE = "Which database do we use for billing?"
CACHE = "Which cache do we use for sessions?"


@pytest.fixture
def postgres(remember):
    return remember("Use Postgres as database for billing", age=20)


@pytest.fixture
def redis(remember):
    return remember("Use Redis as cache for sessions", age=30)


def texts(world, who="owner"):
    with world.acting_as(who):
        return ExchangeText.objects.count()


def test_it_says_what_replaced_a_decision_since(talk, postgres, remember, supersede):
    mine = talk()
    assert mine.ask(DATABASE)["citations"][0]["holds"] == "holds"
    newer = supersede_with(remember, supersede, postgres)
    (cited,) = mine.exchanges[0]["citations"]
    assert (cited["holds"], cited["superseded_by"]["id"]) == ("superseded", str(newer.id))


def supersede_with(remember, supersede, old):
    newer = remember("Use SQLite for the books", age=1)
    supersede(old, newer)
    return newer


def test_it_says_that_a_decision_was_reversed_since(talk, postgres, world):
    mine = talk()
    mine.ask(DATABASE)
    with world.acting_as("owner"):
        services.reverse_decision(postgres.id)
    assert mine.exchanges[0]["citations"][0]["holds"] == "reversed"


def test_what_rested_on_a_deleted_decision_is_gone_and_the_rest_stays(talk, postgres, redis, world):
    mine = talk()
    for question in (DATABASE, "And why?", CACHE):
        mine.ask(question)
    with world.acting_as("owner"):
        services.delete_memory(postgres.id, is_admin=True)
    first, follow_up, other = mine.exchanges
    assert [e["withheld"] for e in (first, follow_up, other)] == ["erased", "erased", ""]
    assert (first["question"], first["text"], first["citations"]) == ("", "", [])
    assert "Redis" in other["text"]
    assert mine.item["title"] == CACHE
    assert texts(world) == 1


def test_what_a_model_said_after_it_goes_too(talk, postgres, redis, world, model):
    mine = talk()
    model.reply("It is Postgres [1].")
    mine.ask(DATABASE)
    model.reply("It is Redis [1].")
    mine.ask(CACHE)
    with world.acting_as("owner"):
        services.delete_memory(postgres.id, is_admin=True)
    assert [e["withheld"] for e in mine.exchanges] == ["erased", "erased"]
    assert texts(world) == 0


def test_an_answer_that_lost_its_question_is_not_asked_again(talk, postgres, world):
    mine = talk()
    exchange = mine.ask(DATABASE)["id"]
    with world.acting_as("owner"):
        services.delete_memory(postgres.id, is_admin=True)
    assert mine.client.post(f"{mine.at}/exchanges/{exchange}/retry").status_code == 409


def test_whoever_deletes_need_not_see_the_conversation(talk, postgres, world):
    mine = talk("private_owner")
    mine.ask(DATABASE)
    with world.acting_as("owner"):
        services.delete_memory(postgres.id, is_admin=True)
    assert texts(world, "private_owner") == 0
    assert mine.exchanges[0]["withheld"] == "erased"


def test_who_loses_sight_of_a_source_loses_the_answer_and_keeps_the_question(talk, world, postgres):
    mine = talk("teammate")
    mine.ask(DATABASE)
    mine.ask("Who decided that?")
    with world.acting_as("owner"):
        Memory.objects.filter(id=postgres.id).update(visibility=Visibility.PRIVATE)
    assert "Postgres" not in str(mine.exchanges)
    exchange, _ = mine.exchanges
    assert (exchange["withheld"], exchange["question"]) == ("unseen", DATABASE)
    assert (exchange["text"], exchange["citations"], exchange["known"]) == ("", [], False)
    follow_up = mine.ask("And why?")
    assert "Postgres" not in str(follow_up)


def test_what_is_erased_while_it_is_told_is_not_kept(talk, postgres, world, monkeypatch):
    from retrieval.conversations import asking

    ask_stream = asking.ask_stream

    def meanwhile(*args, **kwargs):
        for event in ask_stream(*args, **kwargs):
            if isinstance(event, asking.Done):
                with world.acting_as("owner"):
                    services.delete_memory(postgres.id, is_admin=True)
            yield event

    monkeypatch.setattr(asking, "ask_stream", meanwhile)
    assert talk().ask(DATABASE)["withheld"] == "erased"
    assert texts(world) == 0


def test_a_link_shows_each_reader_what_they_may_see_themselves(talk, world, postgres, remember):
    remember("Use Vault for the keys", visibility="private", age=10)
    mine = talk()
    mine.ask("What do we use for the keys?")
    mine.ask(DATABASE)
    link = mine.share()
    hidden, open_one = read_shared(world, "teammate", link)
    assert (hidden["withheld"], hidden["question"], hidden["text"]) == ("unseen", "", "")
    assert "Postgres" in open_one["text"]
    assert "Vault" not in str([hidden, open_one])
    title = session(world, "teammate").get(f"{ROOT}/shared-conversations/{link}").json()["title"]
    assert title == DATABASE
    assert [e["withheld"] for e in read_shared(world, "owner", link)] == ["", ""]


@pytest.mark.parametrize("path", ["", "/exchanges"])
def test_a_stranger_does_not_find_a_link(talk, world, postgres, path):
    mine = talk()
    mine.ask(DATABASE)
    at = f"{ROOT}/shared-conversations/{mine.share()}{path}"
    assert session(world, "stranger").get(at).status_code == 404
    assert session(world, "private_owner").get(at).status_code == 200


def test_what_is_asked_later_is_not_shared_until_it_is_shared_again(talk, world, postgres, redis):
    mine = talk()
    assert mine.client.post(f"{mine.at}/share").status_code == 409
    mine.ask(DATABASE)
    link = mine.share()
    mine.ask(CACHE)
    assert [e["question"] for e in read_shared(world, "teammate", link)] == [DATABASE]
    assert mine.share() == link
    assert len(read_shared(world, "teammate", link)) == 2


def test_a_link_that_was_closed_leads_nowhere_for_good(talk, world, postgres):
    mine = talk()
    mine.ask(DATABASE)
    link = mine.share()
    assert mine.client.delete(f"{mine.at}/share").json()["link"] is None
    client = session(world, "teammate")
    assert client.get(f"{ROOT}/shared-conversations/{link}").status_code == 404
    assert mine.share() != link


_TABLES = ("conversation", "exchange", "exchangetext", "exchangelink", "answerfeedback")


def test_the_database_itself_keeps_conversations_apart(talk, world, postgres):
    mine = talk()
    exchange = mine.ask(DATABASE)["id"]
    mine.client.put(f"{mine.at}/exchanges/{exchange}/feedback", {"thumb": "up"})
    assert counts(world, "owner") == [1, 1, 1, 1, 1]
    assert counts(world, "teammate") == [0, 0, 0, 0, 1]  # a thumb says nothing of who and what
    assert counts(world, "stranger") == [0, 0, 0, 0, 0]
    with world.acting_as("teammate"), connection.cursor() as cursor:
        cursor.execute("DELETE FROM retrieval_conversation")
        assert cursor.rowcount == 0
    mine.share()
    assert counts(world, "teammate") == [1, 1, 1, 1, 1]
    assert counts(world, "stranger") == [0, 0, 0, 0, 0]


def counts(world, who):
    with world.acting_as(who), connection.cursor() as cursor:
        found = []
        for table in _TABLES:
            cursor.execute(f"SELECT count(*) FROM retrieval_{table}")
            found.append(cursor.fetchone()[0])
        return found


def test_nothing_that_is_said_is_stored_in_the_open(talk, postgres):
    mine = talk()
    mine.client.patch(mine.at, {"title": "Secret plans"})
    mine.ask(DATABASE)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c::text, e::text, t::text FROM retrieval_conversation c, retrieval_exchange e, "
            "retrieval_exchangetext t"
        )
        stored = str(cursor.fetchall())
    assert not {"Postgres", "billing", "Secret"} & set(stored.replace('"', " ").split())


def test_an_answer_asked_for_with_a_key_is_kept_nowhere_else(talk, postgres, world):
    mine = talk()
    key = {"headers": {"Idempotency-Key": "k1"}}
    mine.client.post(f"{mine.at}/ask", {"question": DATABASE}, **key)
    with world.acting_as("owner"):
        assert not IdempotentRequest.objects.exists()
        services.delete_memory(postgres.id, is_admin=True)
    again = mine.client.post(f"{mine.at}/ask", {"question": DATABASE}, **key)
    assert (again.status_code, again.json()["withheld"]) == (201, "erased")


def test_what_a_model_read_in_a_private_message_is_told_to_nobody_else(
    talk, world, model, remember
):
    """A decision is shared by hand; the mail that it was found in is not."""
    item = private_item(world, "We use Postgres for billing. Otto was fired for it.")
    found = remember("Use Postgres as database for billing", source_item_id=item.id)
    with world.acting_as("owner"):  # recent enough to be read in full
        Memory.objects.filter(id=found.id).update(source_date=timezone.now())
    mine = talk()
    model.reply("Postgres, and Otto was fired for it [1].")
    mine.ask(DATABASE)
    (told,) = read_shared(world, "teammate", mine.share())
    assert (told["withheld"], told["text"], told["question"]) == ("unseen", "", "")
    assert "Otto" in mine.exchanges[0]["text"]


def private_item(world, text):
    with world.acting_as("owner"):
        run = open_run(notes, name="Mail", visibility=Visibility.PRIVATE)
        integration = Integration.objects.get(id=run.integration_id)
        record = SourceRecord(
            external_id="m1", kind="note", raw=text.encode(), media_type=MediaType.PLAIN,
            occurred_at=timezone.now(), title="Mail",
        )  # fmt: skip
        store(Storing(integration, world.scope("owner"), Queue.BACKFILL), [record])
        item = SourceItem.objects.get(integration_id=integration.id)
        seal_field(item, "sealed_text", text)
        item.save(update_fields=["sealed_text"])
        return item


def test_what_was_searched_is_told_to_whoever_asked_alone(talk, world, remember):
    """It counts what they see, and says as whom they were understood to mean."""
    remember("Use Vault for the keys", visibility="private", age=10)
    mine = talk()
    mine.ask("Who feeds the lighthouse cat?")
    (told,) = read_shared(world, "teammate", mine.share())
    assert (told["withheld"], told["known"], told["searched"]) == ("", False, None)
    assert mine.exchanges[0]["searched"]["memories"] == 1


def test_what_replaced_a_decision_that_was_reversed_takes_its_title_along(
    talk, world, postgres, remember, supersede
):
    """Nothing of what is erased is left in what is sealed."""
    newer = supersede_with(remember, supersede, postgres)
    with world.acting_as("owner"):
        Memory.objects.filter(id=postgres.id).update(status="reversed")
    mine = talk()
    (cited,) = mine.ask(DATABASE)["citations"]
    assert cited["holds"] == "reversed"
    assert newer.title in sealed_answer(world)
    with world.acting_as("owner"):
        services.delete_memory(newer.id, is_admin=True)
        assert not ExchangeText.objects.exists()


def sealed_answer(world):
    with world.acting_as("owner"):
        return sealing.answered_of(ExchangeText.objects.get()).to_json()
