"""A short title: what was done, in the past tense, and to what."""

import re

from decisions.extraction.contract import DecisionType, Status
from decisions.extraction.rules.cues.search import PROPOSAL, Found
from decisions.extraction.rules.phrases import clause, clip, in_sentence, opens_with_verb
from decisions.extraction.rules.sentences import Sentence

LONGEST_TITLE = 80  # characters

_PRONOUN = re.compile(
    r"^(?:it|this|that|these|those|them|both|all|you|yes|ok|so|do|the (?:proposal|request|plan|"
    r"change|above|idea|pr))?\b[.! ]*$",
    re.I,
)
_REPLY = re.compile(r"^(?:(?:re|fwd?|aw|sv)(?:\[\d+\])?: ?|\[[^\]]*\] ?)+", re.I)
_ORNAMENT = re.compile(r"^(?::[\w+-]+:|\+1|[^\w\"'(#@$€£])+")
_WE = re.compile(
    r"^(?:that )?(?:we|i|our team|the team)(?:'re|'ll|'ve| are| will| have)?(?: now| going to|"
    r" be)? (?=\w)",
    re.I,
)
_PROPOSER = re.compile(
    r"^\W*(?:so |then |ok,? |also,? |hi,? |maybe |perhaps |well,? |and |i think |i believe |"
    r"i feel )*(?:that )?(?:(?:i|we)(?:'d| would)? (?:like to |want to )?(?:propose|suggest|"
    r"recommend)(?: that)?|(?:my|our) (?:proposal|suggestion) (?:is|would be)(?: to)?|"
    r"(?:should|shall|could|can) we|how about|what about|what if we|why don't we|do we want to|"
    r"let's|we should|i would|proposal:)(?: we)?(?: please)? ",
    re.I,
)
_CALLED_OFF = (
    (re.compile(r"\bdrop"), "Dropped"),
    (re.compile(r"\brevert|\bundo|roll\w* back|back\w* out"), "Reverted"),
    (re.compile(r"\bdeprecat"), "Deprecated"),
    (re.compile(r"\bsunset|\bretir|\bdecommission|\beol"), "Retired"),
    (re.compile(r"\bremov"), "Removed"),
    (re.compile(r"\bdisabl"), "Disabled"),
    (re.compile(r"\bstop|\bend\b"), "Stopped"),
    (re.compile(r"no longer$"), "No longer"),
)
_CONDITION = re.compile(r"\W*((?:if|unless|once|when|as soon as|after)\b[^,;]{3,60}),", re.I)
_DEFERRED = re.compile(
    r"\b(?:defer|postpon|delay|push|bump|punt|wait|deprioriti|de-prioriti)|(?:on hold|"
    r"back ?burner|on ice|(?:to|in|into) the backlog|back of the \w+)$"
)


def title(sentence: Sentence, found: Found, status: Status, subject: str, owner: str) -> str:
    """`subject` names what "it" is where the sentence does not say; a reply's "Re:" is dropped."""
    if status is Status.PENDING:
        return proposed(sentence, found)
    what = in_sentence(clause(found.group("obj")))
    if not what or _PRONOUN.match(what):
        what = _REPLY.sub("", subject).strip() or (what if what.startswith("the ") else "")
    worded = _worded(found, what, owner) if what else ""
    return clip(worded or _capital(sentence.flat), LONGEST_TITLE)


def proposed(sentence: Sentence, found: Found | None = None) -> str:
    """`found` is the proposal's own cue, or any other that fired in it."""
    asked = PROPOSAL.find(sentence) or ([found] if found and found.group("obj") else [])
    what = asked[0].group("obj") if asked else _PROPOSER.sub("", sentence.flat, count=1)
    return clip("Proposed: " + _WE.sub("", clause(what)), LONGEST_TITLE)


def _worded(found: Found, what: str, owner: str) -> str:
    return _BY_TYPE[found.type](found, what, owner)


def _selection(found: Found, what: str, _: str) -> str:
    over = clause(found.group("over"))
    if re.match(r"(?:over )?(?:from|to) |.*\bfrom .+ to ", what):
        return f"Switched {what}"
    return f"Chose {what} over {over}" if over and not _holds(what, over) else f"Chose {what}"


def _rejection(_: Found, what: str, __: str) -> str:
    return f"Decided not to {what}" if opens_with_verb(what) else f"Rejected {what}"


def _delegation(_: Found, what: str, owner: str) -> str:
    what = re.sub(r"^(?:to|going to) ", "", what)
    owner = owner or "the reader"
    if re.match(
        r"(?:\w+ing|owns|leads|handles|responsible|in charge|with|as|for|takes|runs|the|our)\b",
        what,
    ):
        return f"Assigned {owner}: {what}"
    return f"Assigned {owner} to {what}"


def _direction(found: Found, what: str, _: str) -> str:
    before = found.flat[: found.match.start("obj")].lower().rstrip()
    if before.endswith(("decided to", "agreed to", "resolved to", "decision to")):
        return f"Decided to {what}"
    if before.endswith(("decided", "decided that", "agreed that")):
        return f"Decided {what}"
    return f"Set direction: {_WE.sub('', what)}"


def _confirmation(_: Found, what: str, __: str) -> str:
    done = re.match(r"\w+ed\b|left |kept |made |rewrote |cut |put |split ", what, re.I)
    return _capital(what) if done else f"Confirmed {_WE.sub('', what)}"


def _cancellation(found: Found, what: str, _: str) -> str:
    said = found.match[0][: found.match.start("obj") - found.match.start()].rstrip()
    for pattern, word in _CALLED_OFF:
        if pattern.search(said):
            return f"{word} {what}"
    return f"Canceled {what}"


def _negotiation(found: Found, what: str, _: str) -> str:
    what = re.sub(r"^(?:is|stands at|of) ", "", what)
    over = clause(found.group("over"))
    agreed = re.search(r"\b(?:agreed|settled|negotiated|closed)\b", found.match[0])
    verb = "Agreed on" if agreed else "Offered"
    if verb == "Offered" and opens_with_verb(what):
        verb = "Offered to"
    return (
        f"{verb} {what} instead of {over}" if over and not _holds(what, over) else f"{verb} {what}"
    )


def _prioritization(found: Found, what: str, _: str) -> str:
    over = clause(found.group("over"))
    verb = "Deferred" if _DEFERRED.search(found.match[0]) else "Prioritized"
    return f"{verb}{':' if opens_with_verb(what) else ''} {what}{f' over {over}' if over else ''}"


def _approval(_: Found, what: str, __: str) -> str:
    return f"Approved{':' if opens_with_verb(what) else ''} {what}"


def _commitment(found: Found, what: str, _: str) -> str:
    condition = _CONDITION.match(found.flat)
    return f"Committed to {what}{f', {_uncapital(condition[1])}' if condition else ''}"


def _holds(what: str, over: str) -> bool:
    """Whether the phrase already names what it was chosen over."""
    return f" {over.lower()} " in f" {what.lower()} "


def _uncapital(words: str) -> str:
    return words[:1].lower() + words[1:]


def _capital(words: str) -> str:
    words = _ORNAMENT.sub("", words)
    return words[:1].upper() + words[1:]


_BY_TYPE = {
    DecisionType.APPROVAL: _approval,
    DecisionType.COMMITMENT: _commitment,
    DecisionType.SELECTION: _selection,
    DecisionType.REJECTION: _rejection,
    DecisionType.DELEGATION: _delegation,
    DecisionType.DIRECTION: _direction,
    DecisionType.CONFIRMATION: _confirmation,
    DecisionType.CANCELLATION: _cancellation,
    DecisionType.NEGOTIATION: _negotiation,
    DecisionType.PRIORITIZATION: _prioritization,
}
