"""The options a decision weighed: which was chosen, which were not, and what it replaces."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from decisions.extraction.contract import DecisionType, Message, Option
from decisions.extraction.rules.cues.search import Found
from decisions.extraction.rules.people import shown
from decisions.extraction.rules.phrases import clip, opens_with_verb
from decisions.extraction.rules.reading import Reading
from decisions.extraction.rules.sentences import Sentence
from decisions.extraction.rules.weighed import candidates, proposed_by, rivals, said_of

LONGEST_OPTION = 60  # characters; more is a clause, not a name
LONGEST_NAME = 3  # words of what is rejected, without a verb; more is a clause
LOOK_BEHIND = 2  # sentences before a decision in which what it weighed is looked for
LOOK_AHEAD = 3  # and after it

_VERSUS = re.compile(
    r",? (?:over|instead of|rather than|in place of|versus|vs\.?|(?:and |but )?not(?! (?:in|on|"
    r"at|for|to|by|because|"
    r"yet|before|until|only|just|a|an|so)\b)) ",
    re.I,
)
_IN_FAVOR = re.compile(r" in favou?r of ", re.I)
_FROM_TO = re.compile(r"\bfrom (?P<old>.+?) (?:over )?to (?P<new>.+)", re.I)
_TAIL = re.compile(
    r"[.,;:!?(]\s.*|[.,;:!?]$|\s(?:for|because|since|due|as|so|which|in|on|at|this|next|"
    r"starting|by|from|if|going|moving|until|when|after|and (?:we|i|it|they)) .*| (?:then|instead|"
    r"please|now)\W*$",
    re.I,
)
_COMMAS = re.compile(r",? (?:and|or|vs\.?|versus) |, ?", re.I)
_REPLACED = re.compile(
    r"\b(?:instead of|in place of|rather than|replac(?:es|ing|ed)|supersed(?:es|ing|ed)|"
    r"no longer|(?:switch|mov|migrat)(?:e|ing|ed) (?:away )?from|we previously|previously we|"
    r"as opposed to|reverses?|overrid(?:es|ing)|revert(?:s|ing|ed)?|undo(?:ing|"
    r"es)?) (?P<old>.+)",
    re.I,
)
_UNNAMED = re.compile(r"(?:it|this|that|these|those|them|him|her|you|us|all|both)\b", re.I)
_LINKED = re.compile(r"^(?:is|are|was|of|at) ", re.I)
_USED = re.compile(r"^(?:use|using|adopt|go with) ", re.I)
_ONLY_IF_WEIGHED = frozenset({DecisionType.DIRECTION})
_WEIGHED = frozenset({DecisionType.SELECTION, DecisionType.NEGOTIATION, DecisionType.DIRECTION})
_TAKE_UP = re.compile(
    r"^(?:use|adopt|go(?:ing)? with|choose|pick|pursue|buy|accept)(?:ing)? (?P<what>.+)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Weighing:
    """A message that decides, and what was said before it in its conversation."""

    message: Message
    earlier: Sequence[Message]

    def proposer(self, option: str) -> str:
        """Who put the option up for decision; empty where nobody else did."""
        proposal = proposed_by(option, self.earlier, self.message)
        return shown(proposal.author) if proposal else ""


def options(
    reading: Reading, sentences: Sequence[Sentence], reason: str, thread: Weighing
) -> tuple[Option, ...]:
    """The ledger of options, chosen first. `reason` is the one given for the decision."""
    found = reading.found
    author = shown(thread.message.author)
    chosen, rejected = _weighed(found)
    at = reading.position
    nearby = sentences[max(0, at - LOOK_BEHIND) : at + LOOK_AHEAD + 1]
    if found.type is DecisionType.REJECTION:
        return tuple(Option(each, chosen=False, reason=reason, by=author) for each in rejected)
    if not chosen or len(chosen) > LONGEST_OPTION:
        return ()
    for other in (_name(each) for each in [*candidates(nearby), *rivals(chosen, nearby)]):
        if not _same(other, [chosen, *rejected]):
            rejected.append(other)
    if found.type in _ONLY_IF_WEIGHED and not rejected:
        return ()
    return (
        Option(
            chosen,
            chosen=True,
            reason=reason or said_of(chosen, nearby),
            by=thread.proposer(chosen) or author,
        ),
        *(
            _not_chosen(other, nearby, author)
            for other in rejected
            if other and len(other) <= LONGEST_OPTION
        ),
    )


def _not_chosen(option: str, nearby: Sequence[Sentence], author: str) -> Option:
    reason = said_of(option, nearby)
    return Option(option, chosen=False, reason=reason, by=author if reason else "")


def replaced(sentence: Sentence, found: Found) -> str:
    """What the sentence says it replaces, in its own words; empty where it says nothing."""
    over = found.group("over")
    if over and found.match[0].lstrip().startswith(("replace", "swap")):
        return _name(over)
    match = _REPLACED.search(sentence.flat)
    if not match:
        return ""
    moved = _FROM_TO.search(sentence.flat, match.start())
    return _name(moved["old"]) if moved else _name(match["old"])


def _weighed(found: Found) -> tuple[str, list[str]]:
    """(chosen, rejected) as the cue's own words tell them apart; empty where it weighs none."""
    what = found.group("obj")
    if found.type is DecisionType.REJECTION:
        return "", _rejected(what)
    if found.type is DecisionType.CANCELLATION:
        parts = _IN_FAVOR.split(what, maxsplit=1)
        return (_name(parts[1]), [_name(parts[0])]) if len(parts) > 1 else ("", [])
    return _sides(found, what) if found.type in _WEIGHED else ("", [])


def _rejected(what: str) -> list[str]:
    taken_up = _TAKE_UP.match(what)
    name = _name(taken_up["what"]) if taken_up else _name(what)
    named = taken_up or (name.count(" ") < LONGEST_NAME and not opens_with_verb(what))
    return [name] if named and name and not _UNNAMED.match(name) else []


def _sides(found: Found, what: str) -> tuple[str, list[str]]:
    over = found.group("over")
    moved = _FROM_TO.search(what)
    if moved:
        return _name(moved["new"]), [_name(moved["old"])]
    parts = _VERSUS.split(what, maxsplit=1)
    passed_over = over or (parts[1] if len(parts) > 1 else "")
    rejected = [_name(each) for each in _COMMAS.split(_TAIL.sub("", passed_over))]
    chosen = _name(re.sub(r"^(?:over )?to ", "", _USED.sub("", parts[0])))
    return chosen, [each for each in rejected if each]


def _same(name: str, others: list[str]) -> bool:
    return any(name.lower() in other.lower() or other.lower() in name.lower() for other in others)


def _name(words: str) -> str:
    named = _TAIL.sub("", _TAIL.sub("", words.strip()))  # a tail may hang on a tail
    return clip(_LINKED.sub("", named), LONGEST_OPTION)
