"""What keeps a sentence with a cue from being a decision, or makes it a pending one."""

import re

from decisions.extraction.contract import Confidence, DecisionType, Status
from decisions.extraction.rules.cues.search import Found
from decisions.extraction.rules.sentences import Sentence

NEGATION_REACH = 30  # characters before a cue in which a negation undoes it

_NEGATED = re.compile(
    r"\b(?:not|never|nobody|no one|nothing|none|neither|nor|hardly|cannot|yet to|without|"
    r"instead of|fail(?:ed)? to|refus\w+ to|no|unable to|\w+n't)\b(?!.*[,;:.!—–])"
)
_NEGATIVE_OBJECT = re.compile(r"^(?:yet\b|nothing\b|neither\b|whether\b|if we\b)")
_CONDITION = re.compile(
    r"\b(?:if|unless|whether|suppose|supposing|imagine|assuming|in case|had we|were we|"
    r"when(?:ever)? (?:it|this|that|the|they|you|we|i)|(?:once|until|till|before|"
    r"as soon as)\b(?!.*,)|after (?:it|this|that(?= (?:is|was|has|gets))|they|you|the \w+ (?:is|"
    r"was|has|"
    r"gets))\b(?!.*,)|waiting (?:for|on)|pending|depend(?:s|ing) on|subject to|in order to|"
    r"(?:needs|has|(?<!we )(?<!i )(?:need|have)|want(?:s|ed)?|like|hop(?:e|es|ing)|try|trying|"
    r"going|ready|due|about|yet|able|required|supposed|expected|likely|asked|wait(?:s|ing)?|"
    r"remains?) (?:for \w+ )?to(?: be)?|(?:should|must|can|could|would|might|may|cannot|can't|"
    r"shall|to) be)\b"
)
_CLAUSE_START = re.compile(
    r"(?:;|:|, (?:and|but|so)|\s[—–-]{1,2}) (?=(?:we|i|it|they|the|this)\b)|;|: "
)
_OPENING_CONDITION = re.compile(
    r"\W*(?:(?:and|but|so|then|otherwise|ok|in that case),? )?(?:if|once|when|unless|as soon as|"
    r"after|assuming|provided)\b(?! you(?:'d)? (?:like|want|wish|prefer|need)\b)[^,;]{3,120},"
)
_HEDGE = re.compile(
    r"\b(?:(?:my|our) (?:expectation|hope|guess|impression) is|(?:point|fact|idea) that|might|"
    r"may|could|would|maybe|perhaps|possibly|probably|hopefully|hopeful|i guess|"
    r"i wonder|wondering|considering|thinking (?:about|of|that)|thought about|tempted|not sure|"
    r"unsure|seems?|appears?|i (?:think|feel|believe|suppose) (?:that )?(?:we|you|it|that|this|"
    r"they)|rumou?r|suggest(?:s|ed|ing)?|propos(?:e[sd]?|ing)|recommend(?:s|ed)?|ideally|wish|"
    r"in (?:theory|principle|my opinion)|looks like|should|let's say|for example|e\.g|"
    r"hypothetically)\b"
)
_PAST = re.compile(
    r"\b(?:last (?:year|month|decade|century|quarter|spring|summer|fall|winter|time)|"
    r"years? ago|months? ago|decades? ago|back (?:in|when|then)|in (?:19|20)\d\d\b|used to|"
    r"historically|remember when|at my (?:previous|last|old|former)|in the past|when (?:i|"
    r"we) (?:was|were|first|joined|started|worked)|the (?:story|history) of|once upon|"
    r"previous(?:ly)?,? (?:we|i)|(?:we|i) previously|ages ago|yesteryear|in (?:this|our|the|"
    r"their) (?:paper|study|article|thesis|experiments?|essay|novel|story)|in those days|"
    r"originally|during the war)\b"
)
_HEARSAY = re.compile(
    r"\b(?:they|he|she|courts?|judges?|jury|parliament|senate|government|people|someone|somebody|users?|customers?|competitors?|others|"
    r"you)(?:'ve|'s| have| has| had)?(?: \w+ly)? (?:said|says|told|tells|claim(?:s|ed)?|wrote|"
    r"writes|asked|asks|argued|think|thinks|thought|wanted|wants|reported|heard|decided|"
    r"approved|chose|rejected|canceled|cancelled|agreed|picked|selected|accepted|declined|"
    r"confirmed)\b|\b(?:according to|rumou?r has it|the article|the book|the movie|the news|"
    r"as quoted|quote|quoting|i (?:heard|read|saw))\b"
)
_PROPOSAL = re.compile(
    r"\b(?:i|we)(?:'d| would)? (?:like to |want to )?(?:propose|suggest|recommend|move that)\b|"
    r"\b(?:my|our|the) (?:proposal|suggestion|recommendation) (?:is|would be)\b|^proposal:|"
    r"\b(?:should|shall) we\b|\bhow about (?:we|if we|us)?\b|\bwhat (?:about|if we)\b|"
    r"\bwhy (?:don't|not|can't) (?:we|just)\b|\b(?:can|could) we (?:please |just )?(?:go|use|"
    r"agree|move|switch|pick|drop|cancel|postpone|adopt)\b|\b(?:i|we) (?:think|feel|"
    r"believe) (?:that )?we (?:should|could|ought|need|must)\b|\blet's (?:discuss|talk about|"
    r"consider|vote on|decide|debate|think about)\b|\b(?:maybe|perhaps) we (?:should|could|"
    r"can)\b|\bdo we (?:want|agree|need) to\b|\bwe (?:should|ought to) (?!be\b|have\b|note\b|"
    r"know\b|get together\b)|\bit (?:would|might) be (?:better|best|good|great|nice) (?:to|"
    r"if we)\b|\bwould it make sense to\b|\bi(?:'d| would) (?:prefer|rather|vote|lean)\b|"
    r"\bare we (?:ok|okay|fine|good) (?:with|to)\b|\bany objections? to\b"
)
_LETS_TALK = re.compile(
    r"\blet(?:'s|s| us) (?:discuss|talk|consider|vote|debate|think|see|wait and|"
    r"meet(?! (?:\w+ )?(?:halfway|in the middle))|chat|catch up|explore|brainstorm|revisit|be |"
    r"say|not (?:decide|commit|conclude|settle|rush|forget)\b|hope|assume|suppose|face|just say)\b"
)
_OPENS_WITH_CLAIM = re.compile(
    r"^\W*(?:so |then |ok,? |and )*(?:we(?:'ll| will|'re)|let's|i'll|i will)\b"
)
_MARKS = (",", ";", ":")  # a cue that opens with one begins after its clause
_MODAL_TYPES = frozenset({DecisionType.NEGOTIATION})


def proposes(sentence: Sentence) -> bool:
    """Whether the sentence puts something up for decision."""
    asked = _PROPOSAL.search(sentence.lower)
    return asked is not None and not sentence.lower.count('"', 0, asked.start()) % 2


def standing(sentence: Sentence, found: Found) -> Status | None:
    """What the cue amounts to here: decided, pending, or nothing (None)."""
    lower = sentence.lower
    if _is_reported(lower, found):
        return None
    if sentence.is_question:
        return Status.PENDING if _asks_for_decision(sentence, found) else None
    if _LETS_TALK.search(lower):
        return Status.PENDING if proposes(sentence) else None
    if _PROPOSAL.search(lower):
        return Status.PENDING
    return _undone(lower, found)


def _asks_for_decision(sentence: Sentence, found: Found) -> bool:
    offers = found.type is DecisionType.NEGOTIATION and found.confidence is Confidence.LOW
    return offers or proposes(sentence) or bool(_OPENS_WITH_CLAIM.search(sentence.lower))


def _undone(lower: str, found: Found) -> Status | None:
    head = _own_clause(_head(lower, found))
    if _NEGATED.search(head[-NEGATION_REACH:]):
        return None
    if _NEGATIVE_OBJECT.search(found.group("obj").lower()):
        return None
    if found.type not in _MODAL_TYPES and _HEDGE.search(head):
        return None
    if found.type in _MODAL_TYPES or is_promise_on_condition(lower, found):
        return Status.DECIDED
    return None if _CONDITION.search(head) else Status.DECIDED


def is_promise_on_condition(lower: str, found: Found) -> bool:
    """ "If nobody objects, I'll merge it": the promise is made, however unsure its day."""
    opened = _OPENING_CONDITION.match(lower)
    if opened is None or found.type is not DecisionType.COMMITMENT:
        return False
    return lower[opened.end() : found.match.start()].strip() in ("", "then")


def _own_clause(head: str) -> str:
    """What of the head belongs to the cue's own clause: a condition of another binds it not."""
    starts = [match.end() for match in _CLAUSE_START.finditer(head)]
    return head[starts[-1] :] if starts else head


def _head(lower: str, found: Found) -> str:
    """Where a guard word changes what is said: before the cue, and in what is decided on where
    that comes first ("if the budget is approved")."""
    start = found.match.start()
    if _names_first(found):
        return lower[: found.match.end("obj")]
    return lower[: start + (lower[start : start + 1] in _MARKS)]


def _names_first(found: Found) -> bool:
    """Whether what is decided on comes before the verb: "the budget is approved"."""
    return bool(found.group("obj")) and found.match.start("obj") == found.match.start()


def _is_reported(lower: str, found: Found) -> bool:
    if lower.count('"', 0, found.match.start()) % 2 or _PAST.search(lower):
        return True
    if found.type in _MODAL_TYPES:  # what the other side agreed to is a result, not hearsay
        return False
    hearsay = _HEARSAY.search(lower)
    return hearsay is not None and hearsay.start() <= found.match.start() + 8
