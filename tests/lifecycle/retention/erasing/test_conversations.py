"""Words of what is erased do not survive in what anybody was answered."""

import pytest

from connectors.models import SourceItem
from lifecycle.retention import texts
from retrieval.answering.answer import Piece, Shown, Sources
from retrieval.conversations import asking, services
from retrieval.conversations.models import Conversation, ExchangeText
from tests.decisions.pipeline.feeding import note, take_in
from tests.lifecycle.retention.erasing.erasure import SAID, decision_in, erase, item


def answered(world, who, memory, *, in_full=False, meanwhile=lambda: None):
    """As if a model had told someone of a memory."""
    shown = Shown(frozenset({memory.id}), frozenset({memory.id} if in_full else ()))
    with world.acting_as(who):
        conversation = services.begin()
        under = asking._begin(conversation, asking.Question("What do we use?"))
    under.note(Sources((), shown))
    under.note(Piece("Postgres, as you said [1]."))
    meanwhile()
    asking._finish(world.scope(who), under, "done")
    return under.exchange_id


def test_a_text_that_is_erased_while_it_is_told_is_not_kept(world, said):
    def erase_meanwhile():
        with world.acting_as("owner"):
            texts.erase(list(SourceItem.objects.filter(external_id="a")))

    decision = decision_in(world, "a")
    told = answered(world, "owner", decision, in_full=True, meanwhile=erase_meanwhile)
    assert told not in kept(world, "owner")
    by_quote = answered(world, "owner", decision)
    assert by_quote in kept(world, "owner")


def kept(world, who):
    with world.acting_as(who):
        return set(ExchangeText.objects.values_list("id", flat=True))


@pytest.fixture
def said(world):
    take_in(world, "teammate", note("a", SAID), note("b", "We decided to hire Zoe."))


@pytest.mark.parametrize("who", ["owner", "teammate", "private_owner"])
def test_erasing_a_message_erases_what_was_answered_from_it(world, said, who):
    gone = answered(world, who, decision_in(world, "a"))
    stays = answered(world, who, decision_in(world, "b"))
    assert kept(world, who) == {gone, stays}
    erase(world, item=item(world, "a").id)
    assert kept(world, who) == {stays}


def test_others_conversations_do_not_show_in_the_counts(world, said):
    answered(world, "private_owner", decision_in(world, "a"))
    answered(world, "owner", decision_in(world, "a"))
    done = erase(world, item=item(world, "a").id)
    assert done.erased["answer_sources"] == 1
    assert set(done.verified.values()) == {0}


@pytest.mark.parametrize("who", ["owner", "private_owner"])
def test_erasing_texts_erases_what_a_model_said_that_was_shown_them(world, said, who):
    told = answered(world, who, decision_in(world, "a"), in_full=True)
    by_quote = answered(world, who, decision_in(world, "a"))
    with world.acting_as("owner"):
        texts.erase(list(SourceItem.objects.filter(external_id="a")))
    assert told not in kept(world, who)
    assert by_quote in kept(world, who)


def test_erasing_a_team_erases_its_conversations(world, said):
    from lifecycle.retention.teams import erase_team

    answered(world, "private_owner", decision_in(world, "a"))
    erase_team(world.scope("owner"))
    with world.acting_as("stranger"):
        assert not Conversation.objects.exists()
