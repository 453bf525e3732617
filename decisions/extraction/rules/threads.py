"""Answers: an "Agreed" is a decision when it answers a proposal of the same conversation."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from decisions.extraction.contract import Confidence, DecisionType, Message
from decisions.extraction.rules.guards import proposes
from decisions.extraction.rules.instructions import heard
from decisions.extraction.rules.sentences import Sentence

LOOK_BACK = 10  # messages; an answer further from its proposal answers something else
LONGEST_ANSWER = 120  # characters of the sentence that answers

_YES = re.compile(
    r"^\W*(?:agreed|approved|yes|yep|yup|yeah|sure|ok|okay|k|\+1|:\+1:|:thumbsup:|"
    r":white_check_mark:|👍|✅|sounds (?:good|great|fine)|works for me|fine (?:by|with) me|"
    r"makes sense|lgtm|go for it|do it|let's do (?:it|that)|great idea|good idea|perfect|"
    r"absolutely|definitely|i (?:fully |totally |also |completely )?agree|i'm (?:ok|fine|good|"
    r"happy) with (?:this|that|it)|no objections?|i support|all good|love it|\w+, (?:agreed|"
    r"sounds good|\+1))(?![\w-])"
)
_FIRM = re.compile(
    r"agree|approved|\+1|go for it|do (?:it|that)|definitely|absolutely|white_check_mark|✅|"
    r"lgtm|support|no objection"
)
_NO = re.compile(
    r"^\W*(?:no|nope|nah|-1|:-1:|:thumbsdown:|👎|i (?:strongly |completely )?(?:disagree|"
    r"object)|disagree|i don't agree|not a good idea|bad idea|i'd rather not|rather not|"
    r"i'm against|please don't|let's not)(?![\w-])"
)
_RETRACTS = re.compile(
    r"\b(?:but|however|although|unless|except|not sure|if|though|problem|worr|thanks|thank you|"
    r"idea|need to|have to|want to|question)\b|\?"
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """The sentence of an earlier message that put something up for decision."""

    message: Message
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Answer:
    """A yes or no, the sentence that says it, and what it answers."""

    type: DecisionType
    confidence: Confidence
    sentence: Sentence
    proposal: Proposal


def answer(
    sentences: Sequence[Sentence], earlier: Sequence[Message], message: Message
) -> Answer | None:
    """The message's answer to the latest proposal that someone else made before it, if any."""
    for sentence in sentences[:2]:
        verdict = _verdict(sentence)
        if verdict is not None:
            proposal = _latest_proposal(earlier, message)
            return Answer(*verdict, sentence, proposal) if proposal else None
    return None


def _verdict(sentence: Sentence) -> tuple[DecisionType, Confidence] | None:
    if len(sentence.flat) > LONGEST_ANSWER:
        return None
    no = _NO.match(sentence.lower)
    said = no or _YES.match(sentence.lower)
    if said is None or _RETRACTS.search(sentence.lower, said.end()):
        return None
    if no:
        return DecisionType.REJECTION, Confidence.LOW
    firm = _FIRM.search(sentence.lower) is not None
    return DecisionType.APPROVAL, Confidence.MEDIUM if firm else Confidence.LOW


def _latest_proposal(earlier: Sequence[Message], message: Message) -> Proposal | None:
    for other in reversed(earlier[-LOOK_BACK:]):
        if other.author == message.author and message.author is not None:
            continue
        for sentence in heard(other.text):
            if proposes(sentence):
                return Proposal(other, sentence)
    return None
