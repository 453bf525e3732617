"""Cutting phrases down without leaving ragged ends."""

import re

from decisions.extraction.rules.lexicon import words

_CLAUSE = re.compile(
    r"(?:,? (?:because|since|due to|so that|given (?:that|the)|which|but|however|although|"
    r"though|in order to|as (?:it|they|we|this) )\b|;|\s[—–-]{1,2}\s|\s\(|[.!?]\s|, (?:and|so|"
    r"we|i|it|but|as|please|thanks|ok|okay|right|yes|agreed)\b).*",
    re.I | re.S,
)
_DETERMINER = re.compile(r"^(?:The|A|An|Our|Your|My|This|That|These|Those|All|Both|Its|Their)(?= )")
_BASE_VERB = re.compile(
    r"(?:not |be |only |always )?(?:pursue|use|adopt|proceed|move|go|do|take|accept|buy|sign|"
    r"renew|merge|hire|extend|build|invest|engage|work|continue|add|include|implement|approve|"
    r"allow|bring|make|fund|ship|launch|join|attend|change|switch|migrate|upgrade|rewrite|"
    r"publish|pay|agree|commit|justify|fix|finish|write|send|give|lower|reduce|waive|cut|drop|"
    r"throw|knock|match|come|keep|get|remove|start|stop|run|open|close|offer|support|expand|"
    r"focus|require|mandate|bid|bother|tackle|complete)\b(?! (?:request|plan|team|page|order|"
    r"review|date))",
    re.I,
)
_RAGGED = words(
    "a an the of for to with and or but in on at by from as is are be that this our your their "
    "his her its than over into so if then which who please thanks"
)


def clause(words: str) -> str:
    """The phrase up to where its reason or an aside begins."""
    return _CLAUSE.sub("", words).strip(" ,;:.!?—–-*_`\"'")


def in_sentence(words: str) -> str:
    """The phrase as it stands after a verb: a leading "The" becomes "the"."""
    return _DETERMINER.sub(lambda match: match[0].lower(), words)


def opens_with_verb(words: str) -> bool:
    """Whether it reads as something to do ("renew the contract"), not as a thing."""
    return " " in words and _BASE_VERB.match(words) is not None


def clip(words: str, longest: int) -> str:
    """At most `longest` characters, cut between words, with no dangling little word at the end."""
    words = words.strip(" ,;:.!?—–-*_\"'")
    cut = words
    if len(words) > longest:
        cut = (
            words[: longest + 1].rsplit(None, 1)[0]
            if " " in words[: longest + 1]
            else words[:longest]
        )
    parts = cut.split(" ")
    while len(parts) > 1 and parts[-1].lower().strip(",;:") in _RAGGED and len(cut) < len(words):
        parts.pop()
        cut = " ".join(parts)
    return cut.strip(" ,;:")
