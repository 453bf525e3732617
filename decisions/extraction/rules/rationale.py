"""The reason given for a decision, in its sentence or the one after."""

import re

from decisions.extraction.rules.sentences import Sentence

_REASON = re.compile(
    r"\b(?:because(?: of)?|due to|owing to|so that|given that|seeing that|in order to|"
    r"thanks to|on the grounds that|(?:the |my |our )?(?:main )?(?:reason|"
    r"rationale)(?: for (?:this|that|it))?(?: is|:)(?: that)?|(?<!ever )since(?! (?:\d|last|"
    r"then|yesterday|monday|january|the (?:beginning|start|last)|when|we started))|as (?=(?:it|"
    r"they|this|that|we|the \w+) (?:is|are|has|have|does|do|would|will|can|already|"
    r"need)))\b:? ?"
)
_REASON_SENTENCE = re.compile(
    r"^(?:because|(?:the |my |our )?(?:main |only |primary )?(?:reasons?|rationale|driver|"
    r"why)\b|this is because|that(?:'s| is| was) because|it's because|since\b|given\b|due to\b|"
    r"why:|we did (?:this|so) because)"
)


def reason_in(sentence: Sentence) -> str:
    """What follows "because" and its like; empty where nothing does."""
    match = _REASON.search(sentence.lower)
    if not match:
        return ""
    if match.start() == 0 and ", " in sentence.flat:  # "Since X is cheaper, we'll go with X."
        return sentence.flat[match.end() : sentence.flat.index(", ", match.end() - 1)].strip()
    return sentence.flat[match.end() :].strip(" .,;:")


def reason_after(following: Sentence | None) -> tuple[str, Sentence | None]:
    """(reason, sentence) where the next sentence is there to give the reason."""
    if following is None or not _REASON_SENTENCE.search(following.lower):
        return "", None
    return reason_in(following) or following.flat.strip(" ."), following
