"""Whether a text takes part in making a decision: proposes, agrees, objects or decides.

Each sign of it gives points. The signs are those of the English language in general; their points
are the rounded weights of a logistic regression over annotated working-group mails.
"""

import re
from dataclasses import dataclass

from decisions.extraction.rules.sentences import split

LEADS_AT = 4  # points from which a text leads to a decision; the best F1 on annotated mails


@dataclass(frozen=True, slots=True)
class Sign:
    """A habit of speech and what it weighs; negative where it speaks against."""

    name: str
    points: int
    pattern: re.Pattern[str]
    opening: bool = False  # sought in the first sentence alone


def _sign(name: str, points: int, *alternatives: str, opening: bool = False) -> Sign:
    return Sign(name, points, re.compile("|".join(alternatives)), opening)


SIGNS = (
    _sign(
        "opens with a yes",
        5,
        r"^\W*(?:s?\d+\w?\. )?(?:yes|yup|yep|yeah|right|correct|exactly|agreed?|indeed|"
        r"certainly|true|sure|absolutely|of course|fine|ok|okay|lgtm|good (?:point|idea|catch|"
        r"call)|fair (?:point|enough)|\+1|:\+1:|:white_check_mark:|👍|makes sense|sounds|"
        r"works for me)(?!\w)(?! to\b)",
        opening=True,
    ),
    _sign(
        "agrees",
        4,
        r"\bagree[ds]?\b|\bagreement\b|\+1\b|you(?:'re| are) (?:\w+ )?(?:right|correct)",
        r"\b(?:is|are) right about|sounds (?:good|like|reasonable|great)|makes sense",
        r"good (?:idea|point)|\breasonable|no objection|\bi support\b|in favou?r|i can live with",
        r"(?:that|which|it) (?:would|might|should) (?:be (?:great|good|fine|nice)|work)",
        r"(?:that|this)(?:'s| is) (?:correct|right|fine|true|exactly)",
    ),
    _sign(
        "objects",
        2,
        r"\bdisagree|(?:don't|do not|not|didn't|can't|cannot) (?:agree|see|think|believe|want|"
        r"like|support|understand)\b",
        r"\bobjections? (?:to|against)\b|\bi object\b|\bno sense|\bopposed?\b|\bdoubt\b|"
        r"\bagainst\b",
        r"\bnot (?:true|exactly|quite|convinced|sure|correct|right|the case|a mistake|"
        r"appropriate)\b",
        r"\b(?:wrong|missing the point|mistaken|misread|bad idea)\b|\bconcern(?:s|ed)?\b",
        r"\brather not\b|^\W*no\b[,. ]|^\W*(?:-1|nope)(?!\w)|\bargu\w+\b|\bdoesn't (?:belong|"
        r"help|make)",
        r"\bwhy (?:would|should|do)\b|\bproblem (?:with|is)",
    ),
    _sign(
        "proposes",
        3,
        r"\b(?:suggest|recommend|propose)(?:s|ed|ion|ions|ing)?\b|\b(?:my|your|change|current|"
        r"edit|a|this) proposals?\b",
        r"\b(?:how|what) about\b|\bwhy not\b|\blet(?:'s| us)\b|preference",
        r"\b(?:i|we)(?:'d| would| could)? (?:personally )?(?:prefer|rather|like|appreciate|"
        r"call|remove|add|change|move|use)\b",
        r"\bit (?:would|might|may|could) (?:be|help|make)\b|\bmight (?:want|be)\b|\b(?:better|"
        r"best) (?:to|if|way|for|is)\b",
        r"\bwould be (?:good|better|nice|great|useful|helpful|fine|appreciated|best)",
        r"\bshould (?:we|i|be|also|probably|not)\b|\bwe (?:should|need|must|could|can|may|"
        r"have to)\b",
    ),
    _sign(
        "softens",
        3,
        r"\b(?:perhaps|maybe|probably|possibly|ideally|personally|at least|instead|"
        r"rather than)\b",
    ),
    _sign("should", 2, r"\bshould\b"),
    _sign("could or would", 2, r"\b(?:could|would)\b"),
    _sign("please", 3, r"\bplease\b|\bpls\b|\bkindly\b|\bwelcome\b"),
    _sign(
        "asks for an act",
        2,
        r"\b(?:could|can|would|will) (?:you|someone|somebody|anyone|the authors?)\b|\bappreciate\b",
        r"\bplease (?:provide|send|review|add|let|indicate|see|make|respond|note)|\blook forward\b",
    ),
    _sign(
        "edits a text",
        5,
        r"\bs/[^/]+/[^/]*/|^\W*(?:old|new|comment)\b ?:|\bmissing (?:a |comma|semi)|\bnits?\b|"
        r"new parag|parag\b",
        r"\b(?:duplicates|superfluous|redundant|rename|rewrite|remove it)\b|clarif",
    ),
    _sign(
        "gives an order",
        4,
        r"(?:^|[\n.!:] )\W*(?:\d+\W+)?(?:add|remove|replace|merge|drop|restructure|explicitly|"
        r"harmonize|make|use|move|change|send|keep|fix|delete|note|allow|avoid|put|see|"
        r"have a look|consider|go|stick|look|take|try)\b",
    ),
    _sign("we", 3, r"\bwe\b"),
    _sign("i", 2, r"\bi\b"),
    _sign("you", 2, r"\byou(?:r)?\b"),
    _sign("changes", 2, r"\b(?:chang|add|remov|updat|improv|fix)\w*\b"),
    _sign(
        "plans",
        2,
        r"\b(?:i|we)(?:'ll| will|'ve| have (?:now|just|also)|'m going| are going| plan| decided)\b",
        r"\bwe are (?:now |not |already )?\w+ing\b",
    ),
    _sign(
        "announces",
        -1,
        r"\binternet-draft\b.*\bavailable\b|https?://\S+\s*$|\b(?:posted|submitted|published|"
        r"agenda|abstract)\b",
        r"\bthe following\b|\bsubscribed\b|\bworking group\b",
    ),
    _sign(
        "greets",
        -2,
        r"^\W*(?:hi|hello|dear|hey|thanks|thank you|regards|cheers|best)\b",
        opening=True,
    ),
    _sign(
        "describes",
        -2,
        r"\bthis (?:document|draft|memo|specification|section) (?:describes|specifies|defines|"
        r"provides|is)\b",
        r"\bprotocol\b|\bdefined in\b|\bdescribe[sd]\b",
    ),
)


def points(text: str) -> dict[str, int]:
    """The signs in the text and what each gives, so that a verdict can be explained."""
    sentences = [sentence.lower for sentence in split(text)]
    if not sentences:
        return {}
    whole = "\n ".join(sentences)
    return {
        sign.name: sign.points
        for sign in SIGNS
        if sign.pattern.search(sentences[0] if sign.opening else whole)
    }


def leads_to_decision(text: str) -> bool:
    """Whether the text proposes, agrees, objects or decides. Loose: it favors finding them."""
    return sum(points(text).values()) >= LEADS_AT
