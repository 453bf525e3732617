"""The shape of a cue, and the phrases that cues are built from.

A cue is tried only on sentences that hold one of its trigger words: a set intersection is much
cheaper than a regular expression. Patterns see lower-case text on one line. A group named `obj` is
what was decided on, `over` what it was chosen over, `who` who is to do it.
"""

import re
from dataclasses import dataclass

from decisions.extraction.contract import Confidence, DecisionType

HIGH, MEDIUM, LOW = Confidence.HIGH, Confidence.MEDIUM, Confidence.LOW

_ADVERBS = (
    r"(?: (?:all|both|now|just|already|finally|formally|hereby|officially|unanimously|also|"
    r"therefore|jointly|definitely|simply|then|instead|probably|today|recently))*"
)
WE = (
    r"\b(?:we|i|you and i|the (?:\w+ )?(?:team|board|committee|group|chairs?|council|company|"
    r"jury|owners?)|wg|everyone|everybody|management|leadership|steering)"
)
HAVE = r"(?:'ve| have| has)?" + _ADVERBS
WILL = (
    r"(?:'ll| will| shall|(?:'re|'m| are| am| is)?"
    + _ADVERBS
    + r" (?:going to|gonna)|(?:'ve| have| has)?"
    + _ADVERBS
    + r" (?:decided|agreed|resolved|voted|opted|elected) to|(?:'re| are) to| plan(?:s|ned)? to|"
    r" intend(?:s)? to)" + _ADVERBS
)
ARE = r"(?:'re|'m| are| am| is)" + _ADVERBS
LETS = r"\b(?:let's|lets|let us)" + _ADVERBS
WE_DO = r"(?:" + WE + r"(?:" + WILL + r"|" + ARE + r"|" + HAVE + r")|" + LETS + r")"
START = (
    r"^(?:\W*|.{0,40}?[:—–-] )(?:(?:ok|okay|yes|yep|yeah|so|and|then|alright|great|well|right|"
    r"thanks|just|sorry|sadly|agreed|sure|understood|noted|good (?:point|catch|idea))\b[,.!;]? )*"
)
OBJ = r"(?P<obj>.+)"
MONEY = (
    r"(?:[$€£]\s?\d[\d.,]*\s?(?:k|m|bn|million|thousand)?\b|\b\d[\d.,]*\s?(?:k|%|percent|"
    r"dollars|euros|usd|eur|gbp)(?!\w))"
)


@dataclass(frozen=True, slots=True)
class Cue:
    """One way to state a decision of a type; `words` are its triggers, any of which will
    do; one without is tried on every sentence."""

    type: DecisionType
    confidence: Confidence
    words: frozenset[str]
    pattern: re.Pattern[str]


def cue(kind: DecisionType, confidence: Confidence, words: str, pattern: str) -> Cue:
    return Cue(kind, confidence, frozenset(words.split()), re.compile(pattern))
