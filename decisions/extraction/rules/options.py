"""The options a decision weighed: which was chosen, which were not, and what it replaces."""

import re

from decisions.extraction.contract import DecisionType, Option
from decisions.extraction.rules.cues.search import Found
from decisions.extraction.rules.phrases import clip
from decisions.extraction.rules.sentences import Sentence

LONGEST_OPTION = 60  # characters; more is a clause, not a name

_VERSUS = re.compile(
    r" (?:over|instead of|rather than|in place of|versus|vs\.?|in favou?r of) ", re.I
)
_FROM_TO = re.compile(r"\bfrom (?P<old>.+?) (?:over )?to (?P<new>.+)", re.I)
_TAIL = re.compile(
    r"[.,;:!?(]\s.*|[.,;:!?]$|\s(?:for|because|since|due|as|so|which|in|on|at|this|next|"
    r"starting|by|from|going|moving|until|when|after|and (?:we|i|it|they)) .*| (?:then|instead|"
    r"please|now)\W*$",
    re.I,
)
_CONSIDERED = re.compile(
    r"\b(?:considered|compared|evaluated|looked at|weighed|shortlisted|choosing between|"
    r"between|options (?:were|are)|either)(?: both)? (?P<list>[^.;:()]+)",
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
_WEIGHED = frozenset({DecisionType.SELECTION, DecisionType.NEGOTIATION, DecisionType.DIRECTION})
_TAKE_UP = re.compile(
    r"^(?:use|adopt|go(?:ing)? with|choose|pick|pursue|buy|accept)(?:ing)? (?P<what>.+)",
    re.I,
)


def options(found: Found, nearby: list[Sentence], reason: str, by: str) -> tuple[Option, ...]:
    """The ledger of options, chosen first. `nearby` is where a list of candidates is looked for."""
    if found.type is DecisionType.REJECTION:
        what = _TAKE_UP.match(found.group("obj"))
        return (Option(_name(what["what"]), chosen=False, reason=reason),) if what else ()
    if found.type not in _WEIGHED:
        return ()
    chosen, rejected = _sides(found)
    if found.type is DecisionType.DIRECTION and not rejected:
        return ()
    if not chosen or len(chosen) > LONGEST_OPTION:
        return ()
    rejected += [other for other in _candidates(nearby) if not _same(other, [chosen, *rejected])]
    return (
        Option(chosen, chosen=True, reason=reason, by=by),
        *(
            Option(other, chosen=False)
            for other in rejected
            if other and len(other) <= LONGEST_OPTION
        ),
    )


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


def _sides(found: Found) -> tuple[str, list[str]]:
    """(chosen, rejected) as the cue's own words tell them apart."""
    what, over = found.group("obj"), found.group("over")
    moved = _FROM_TO.search(what)
    if moved:
        return _name(moved["new"]), [_name(moved["old"])]
    parts = _VERSUS.split(what, maxsplit=1)
    passed_over = over or (parts[1] if len(parts) > 1 else "")
    rejected = [_name(each) for each in _COMMAS.split(_TAIL.sub("", passed_over))]
    return _name(re.sub(r"^(?:over )?to ", "", parts[0])), [each for each in rejected if each]


def _candidates(nearby: list[Sentence]) -> list[str]:
    for sentence in nearby:
        match = _CONSIDERED.search(sentence.flat)
        if match:
            names = [_name(each) for each in _COMMAS.split(match["list"])]
            return names if len(names) > 1 else []
    return []


def _same(name: str, others: list[str]) -> bool:
    return any(name.lower() in other.lower() or other.lower() in name.lower() for other in others)


def _name(words: str) -> str:
    return clip(_TAIL.sub("", words.strip()), LONGEST_OPTION)
