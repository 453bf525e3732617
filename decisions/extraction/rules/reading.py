"""Finds the sentences of a message that state or propose a decision."""

import re
from dataclasses import dataclass, replace

from decisions.extraction.contract import Confidence, DecisionType, Message, Status
from decisions.extraction.rules import guards
from decisions.extraction.rules.cues.commitments import DONE
from decisions.extraction.rules.cues.proposals import HEADED, HEADINGS
from decisions.extraction.rules.cues.search import COMMIT, DELEGATION, PROPOSAL, RANK, SPEECH, Found
from decisions.extraction.rules.instructions import heard
from decisions.extraction.rules.lexicon import DOERS
from decisions.extraction.rules.noise import is_automated, is_wordless
from decisions.extraction.rules.people import assignee, known_people, unfamiliar_name
from decisions.extraction.rules.sentences import Sentence

MOST_READINGS = 12  # decisions a message; one with more is a list, and its surest are kept

MOST_CHANGES = 3  # "I've changed ..." a message; one with more is a change log

_TITLED = frozenset({"commit", "pull_request"})  # begin with what they do, as an order: "Drop it"

_TENTATIVE = re.compile(
    r"\b(?:i think|i guess|probably|hopefully|tentatively|for now|provisionally|most likely|"
    r"i believe|unless)\b"
)
_FIRST_PERSON = re.compile(r"\b(?:we|i|let's|our)\b")
_REPEATED = frozenset({DecisionType.APPROVAL, DecisionType.CONFIRMATION, DecisionType.REJECTION})


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence read as a decision; `end` is past it where the next one only repeats it."""

    sentence: Sentence
    found: Found
    status: Status
    confidence: Confidence
    end: int
    position: int  # of its last sentence in the message

    @property
    def type(self) -> DecisionType:
        return self.found.type


def read(message: Message, sentences: list[Sentence]) -> list[Reading]:
    """The decisions in the message, in order; of a machine's message, only what a person claims."""
    automated = is_automated(message)
    people = _name_words(message)
    read_so_far: list[Reading] = []
    for position in range(len(sentences)):
        reading = _read_sentence(message, sentences, position, people)
        if reading is None or (automated and not _is_claimed(reading)):
            continue
        if read_so_far and _repeats(read_so_far[-1], reading):
            read_so_far[-1] = _joined(read_so_far[-1], reading)
        else:
            read_so_far.append(reading)
    return _surest(read_so_far)


def states_decision(message: Message) -> bool:
    """Whether a cue fires anywhere in the message, decided or pending."""
    return bool(read(message, heard(message.text)))


def is_noise(message: Message) -> bool:
    """Whether the message can be passed over: wordless, or a machine's and without a decision."""
    if message.declared is not None:
        return False
    return is_wordless(message) or (is_automated(message) and not states_decision(message))


def _read_sentence(
    message: Message, sentences: list[Sentence], position: int, people: frozenset[str]
) -> Reading | None:
    sentence = sentences[position]
    for found in _candidates(message, sentence, position, people):
        status = guards.standing(sentence, found)
        if status is not None:
            return _reading(sentence, found, status, position)
    headed = HEADED.pattern.search(sentence.lower) if _is_headed(sentences, position) else None
    if headed:
        return _reading(sentence, Found(HEADED, headed, sentence.flat), Status.DECIDED, position)
    return None


def _candidates(
    message: Message, sentence: Sentence, position: int, people: frozenset[str]
) -> list[Found]:
    fired = SPEECH.find(sentence)
    named = "@" in sentence.flat or not sentence.words.isdisjoint(people)
    if named or unfamiliar_name(sentence.flat):
        fired += [each for each in DELEGATION.find(sentence) if assignee(each, message)]
    if position == 0 and message.kind in _TITLED:
        fired = COMMIT.find(sentence) + fired
    fired.sort(key=lambda found: -RANK[found.confidence])
    return fired + PROPOSAL.find(sentence)


def _is_headed(sentences: list[Sentence], position: int) -> bool:
    heading = sentences[position].heading
    return heading in HEADINGS and (position == 0 or sentences[position - 1].heading != heading)


def _name_words(message: Message) -> frozenset[str]:
    names = [
        word for each in known_people(message) for word in (each.name + " " + each.handle).split()
    ]
    return DOERS.union(name.lower() + suffix for name in names for suffix in ("", "'s", "'ll"))


def _reading(sentence: Sentence, found: Found, status: Status, position: int) -> Reading:
    confidence = found.confidence
    if guards.is_promise_on_condition(sentence.lower, found):
        confidence = Confidence.LOW
    elif status is Status.PENDING and confidence is Confidence.HIGH:
        confidence = Confidence.MEDIUM
    elif status is Status.DECIDED and _TENTATIVE.search(sentence.lower):
        confidence = Confidence.MEDIUM if confidence is Confidence.HIGH else Confidence.LOW
    return Reading(sentence, found, status, confidence, sentence.end, position)


def _is_claimed(reading: Reading) -> bool:
    """Whether a person speaks for a group in it, as no notice or auto-reply does."""
    return (
        reading.confidence is Confidence.HIGH
        and reading.type not in (DecisionType.COMMITMENT, DecisionType.CONFIRMATION)
        and _FIRST_PERSON.search(reading.found.match[0]) is not None
    )


def _repeats(earlier: Reading, later: Reading) -> bool:
    return (
        later.position == earlier.position + 1
        and later.type is earlier.type
        and later.type in _REPEATED
        and later.status is earlier.status
        and later.sentence.block == earlier.sentence.block
    )


def _joined(earlier: Reading, later: Reading) -> Reading:
    """One reading of both sentences, told by the one that says what it is about."""
    telling = later if len(later.found.group("obj")) > len(earlier.found.group("obj")) else earlier
    sentence = replace(telling.sentence, start=earlier.sentence.start)
    surest = max(earlier.confidence, later.confidence, key=RANK.__getitem__)
    return replace(
        telling, sentence=sentence, confidence=surest, end=later.end, position=later.position
    )


def _surest(readings: list[Reading]) -> list[Reading]:
    changes = [reading for reading in readings if reading.found.cue in DONE]
    kept = [each for each in readings if each not in changes[MOST_CHANGES:]]
    kept = sorted(kept, key=lambda reading: -RANK[reading.confidence])[:MOST_READINGS]
    return sorted(kept, key=lambda reading: reading.sentence.start)
