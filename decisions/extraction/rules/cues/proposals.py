"""Cues that put something up for decision; what they find is pending."""

from decisions.extraction.contract import DecisionType
from decisions.extraction.rules.cues.grammar import HIGH, LOW, MEDIUM, MONEY, OBJ, Cue, cue

_DIRECTION = DecisionType.DIRECTION
_MOVE = (
    r"(?:use|go|adopt|choose|pick|switch|move|migrate|drop|cancel|postpone|hire|buy|launch|"
    r"start|stop|keep|focus|prioriti[sz]e|merge|ship|replace|remove|add|split|build|invest|"
    r"raise|lower|extend|schedule|deprecate|upgrade|rewrite|open|close|expand|delay|defer|"
    r"approve|reject|accept|renew|sign|make|allow|require|change|rename|publish|support|"
    r"standardi[sz]e|try|just|also|really|still|instead|be using)"
)

CUES: tuple[Cue, ...] = (
    cue(
        _DIRECTION,
        MEDIUM,
        "propose suggest recommend proposing",
        r"\b(?:i|we)(?:'d| would|'m| am)?(?: like to| want to)? (?:also |therefore |"
        r"strongly )?(?:propose|suggest|recommend|proposing)(?: that)? (?P<obj>(?!(?:reading|"
        r"looking|you (?:read|look|check|ask))\b).+)",
    ),
    cue(
        _DIRECTION,
        MEDIUM,
        "proposal suggestion recommendation",
        r"(?:\b(?:my|our) (?:proposal|suggestion|recommendation) (?:is|would be)(?: to| that)?|"
        r"^proposal:) " + OBJ,
    ),
    cue(_DIRECTION, LOW, "should shall", r"\b(?:should|shall) we (?P<obj>" + _MOVE + r"\b.*)"),
    cue(
        _DIRECTION,
        LOW,
        "we",
        r"\b(?:i|we) (?:think|feel|believe) (?:that )?we (?:should|need to|ought to) (?P<obj>"
        + _MOVE
        + r"\b.*)",
    ),
    cue(_DIRECTION, LOW, "we", r"^(?:maybe |perhaps )?we should (?P<obj>" + _MOVE + r"\b.*)"),
    cue(_DIRECTION, LOW, "about if", r"\b(?:how about|what if) we (?P<obj>.+)"),
    cue(
        DecisionType.NEGOTIATION,
        LOW,
        "about take accept do",
        r"\b(?:(?:how|what) about|(?:would|could|can) you (?:take|accept|do)) (?P<obj>.*"
        + MONEY
        + r".*)",
    ),
    cue(_DIRECTION, LOW, "don't", r"\bwhy don't we (?P<obj>.+)"),
    cue(
        _DIRECTION,
        LOW,
        "discuss decide debate vote",
        r"\blet's (?:discuss|decide|debate|vote)(?: on)? (?P<obj>.+)",
    ),
    cue(
        _DIRECTION,
        LOW,
        "could can",
        r"^(?:maybe |perhaps )?(?:could|can) we (?P<obj>" + _MOVE + r"\b.*)",
    ),
)

# What stands first under the heading "Decision" is one, however it is worded.
HEADED = cue(_DIRECTION, HIGH, "", r"^(?P<obj>.+)")
HEADINGS = frozenset({"decision", "decisions", "decision outcome", "resolution", "outcome"})
