import re
from uuid import uuid4

import pytest

from retrieval.ranking import distill as distilling
from retrieval.ranking.distill import distill
from tests.retrieval.builders import a_candidate, scored


def _kept(*candidates, limit=10):
    return [s.candidate for s in distill([scored(c) for c in candidates], limit=limit)]


def test_the_best_ten_are_kept():
    many = [a_candidate(f"decision number{n}") for n in range(30)]
    assert _kept(*many) == many[:10]


def test_the_same_thing_is_not_said_twice():
    first = a_candidate("Host on AWS, in Frankfurt")
    assert _kept(first, a_candidate("host on AWS in Frankfurt")) == [first]


def test_what_no_longer_holds_is_not_the_same_as_what_does():
    new = a_candidate("Host on AWS")
    old = a_candidate("Host on AWS", superseded=True)
    assert _kept(new, old) == [new, old]


def test_a_message_adds_nothing_to_its_own_decision():
    item = uuid4().bytes
    decision = a_candidate("Host on AWS", item_key=item)
    message = a_candidate("Long talk", kind="observation", item_key=item)
    assert _kept(decision, message) == [decision]
    assert _kept(message, decision) == [message, decision]


def test_what_one_message_says_twice_are_two_memories():
    item, other = uuid4().bytes, uuid4().bytes
    one, same = (a_candidate("Host on AWS", item_key=item) for _ in range(2))
    assert _kept(one, same, a_candidate("host on AWS", item_key=other)) == [one, same]


def test_a_title_that_begins_a_word_of_the_summary_is_a_word_too():
    first = a_candidate("Host", summary="Hosted on AWS")
    assert distilling._words(scored(first)) == {"host", "hosted", "on", "aws"}
    begun = a_candidate("Hosted on", summary="Hosted on AWS")
    assert distilling._words(scored(begun)) == {"hosted", "on", "aws"}


def test_a_message_of_many_decisions_does_not_take_every_place():
    item = uuid4().bytes
    mail = [a_candidate(f"decision {n} of a long mail", item_key=item) for n in range(5)]
    others = [a_candidate("Host on AWS"), a_candidate("Charge by the month")]
    assert _kept(*mail, *others, limit=3) == [mail[0], *others]
    assert _kept(*mail, *others, limit=5) == [*mail[:3], *others]


@pytest.mark.parametrize(
    "text", ["Größe: 10_000 m² — İ, ł", "Host on AWS (in_Frankfurt) at 3:15!", ""]
)
def test_words_are_the_same_however_they_are_looked_for(text):
    words = re.findall(r"\w+", f"{text} Ok".casefold())
    assert distilling._words(scored(a_candidate(text, summary="Ok"))) == set(words)


def test_nine_words_of_ten_in_common_say_the_same():
    ten = [f"word{n}" for n in range(10)]
    first = a_candidate(" ".join(ten))
    assert _kept(first, a_candidate(" ".join(ten[:9]))) == [first]
    less = a_candidate(" ".join(ten[:8]))
    assert _kept(first, less) == [first, less]
    other = a_candidate(" ".join([*ten[:9], "another"]))  # nine in common, of eleven
    assert _kept(first, other) == [first, other]
