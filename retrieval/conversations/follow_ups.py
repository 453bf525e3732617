"""Understanding a question from those before it: what "that" is, what "and mobile?" is about. Pure.

A question that says by itself what it is about is left as it is. Another is searched for with what
was spoken of: the question that did say it, and the title of what its answer rested on. "She" is
who was named in that question, and "what about mobile?" is that question with another end.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from decisions.wording import STOP_WORDS
from retrieval.answering.short_term import Turn
from retrieval.understanding.query import clean, words_of
from retrieval.understanding.thesaurus import lexeme_of


@dataclass(frozen=True, slots=True)
class Understood:
    """`query` is what to search for; `topic` the question that says what it is about, for those
    after it; `before` is the exchange that something of it is from."""

    query: str
    topic: str
    before: Turn | None = None


# Words that stand for something said before.
_POINTING = re.compile(
    r"\b(?:it|its|this|these|those|they|them|their|he|she|him|his|her|hers|same|former|latter|"
    r"instead|otherwise|that(?!\s+(?:we|you|they|i|was|were|is|are|has|have)\b)|"
    r"(?:this|that|the|said) (?:decision|choice|one|plan|change|proposal|option|reason|vote|"
    r"rejection|approval|message|thread|discussion|answer)|"
    r"(?:any|the) (?:alternatives?|other options?|others|exceptions?|objections?)|"
    r"what else|who else|anyone else|anything else|any more details?|more details?)\b",
    re.I,
)
# "What about mobile?", "and for the app?", "same for iOS?": a thing in the place of another.
_OTHER_THING = re.compile(
    r"^(?:and|but|so|or|ok|okay|then|also)?[\s,]*(?:(?:what|how) about|(?:and|or|same|what) "
    r"(?=for|in|on|with|at|by|to|from)|and(?= (?!why|who|when|where|how|what|which|is|are|was|"
    r"were|do|does|did|has|have|will|can|could|should)\w))\s*(?P<thing>.+?)[\s?.!]*$",
    re.I,
)
_LEAD = re.compile(r"^(?:and|but|so|or|ok|okay|then|also|well|hm+)\b[\s,]*", re.I)
_ASIDE = re.compile(
    r"\s+(?P<word>for|in|on|with|at|by|to|from|of|about)\s+(?:the |our |a |an )?[\w./+-]+"
    r"(?:\s+[\w./+-]+){0,2}\s*[?.!]*$",
    re.I,
)
_LEADING_WORD = re.compile(r"^(?:for|in|on|with|at|by|to|from|of|about)\b\s*", re.I)
# Words that ask of a decision, and do not say of which.
_ASKING = """
when where why who whom whose reason reasons rationale cost costs much long exactly date deadline
due owner responsible charge involved happen happened happens change changed hold holds valid true
replaced replace superseded reversed confirmed approved rejected alternatives alternative options
option considered details detail source sources link said say says objected against favor favour
voted agreed disagree disagreed sure certain explain elaborate proposed proposal suggested suggest
message thread written announced today everybody everyone later earlier first last finally really
person people expensive cheaper consequences consequence background context apply applies start
started starts finish finished end ended ends ready done happening status update progress
"""
_OF_ANY = frozenset(map(lexeme_of, _ASKING.split()))
_PERSON = re.compile(r"\b(?:he|she|him|her)\b", re.I)
_NAME = re.compile(r"(?<=[\w,] )[A-Z][^\W\d_]+(?: [A-Z][^\W\d_]+)?")
FEWEST_WORDS = 3  # a shorter question leaves something unsaid; chosen
MOST_WORDS = 12  # a longer one says by itself what it is about; chosen


def understood(question: str, turns: Sequence[Turn]) -> Understood:
    """What a question asks for after these turns, oldest first."""
    text = clean(question)
    before = _spoken_of(turns)
    if before is None or not text or len(words_of(text)) > MOST_WORDS:
        return Understood(question, question)
    other = _OTHER_THING.match(text)
    if other and _own_words(other["thing"]):
        asked = _in_place(other["thing"], before.topic)
        return Understood(asked, asked, before)
    if (named := _named(text, before.topic)) != text:
        return Understood(named, named, before)
    if _says_enough(text) and not _POINTING.search(text):
        return Understood(question, question)
    query = f"{_LEAD.sub('', text)} {before.topic} {before.subject}".strip()
    return Understood(query, before.topic, before)


def _spoken_of(turns: Sequence[Turn]) -> Turn | None:
    """The latest exchange in which something was known, else the latest."""
    known = (turn for turn in reversed(turns) if turn.subject)
    return next(known, turns[-1] if turns else None)


def _says_enough(text: str) -> bool:
    return len(words_of(text)) >= FEWEST_WORDS and bool(_own_words(text))


def _own_words(text: str) -> list[str]:
    """Those that say what a question is about."""
    words = [word for word in words_of(text) if word.casefold() not in STOP_WORDS]
    return [word for word in words if lexeme_of(word.casefold()) not in _OF_ANY]


def _named(text: str, topic: str) -> str:
    """The text with the one name of the topic in the place of "she"."""
    names = list(dict.fromkeys(_NAME.findall(topic)))
    return _PERSON.sub(names[0], text) if len(names) == 1 else text


def _in_place(thing: str, topic: str) -> str:
    """The topic with this thing in the place of what it ends with."""
    whole = topic.rstrip(" ?.!")
    frame = _ASIDE.sub("", topic).rstrip(" ?.!")
    return f"{frame if _own_words(frame) else whole} for {_LEADING_WORD.sub('', thing)}?"
