"""What was considered beside the choice, and what is said against or for each candidate."""

import re
from collections.abc import Sequence

from decisions.extraction.contract import Message
from decisions.extraction.rules.guards import proposes
from decisions.extraction.rules.instructions import heard
from decisions.extraction.rules.lexicon import TECHNOLOGIES
from decisions.extraction.rules.rationale import reason_in
from decisions.extraction.rules.sentences import Sentence

LONGEST_REASON = 160  # characters; more tells a story
PROPOSED_WITHIN = 10  # messages before the decision in which an option's proposer is looked for

_LIST = re.compile(
    r"\b(?:(?:also |only |seriously )?(?:considered|compared|evaluated|looked (?:at|into)|weighed|"
    r"tried(?: out)?|tested|shortlisted|discussed|debated|reviewed)|choosing between|between|"
    r"(?:options|candidates|alternatives|finalists|contenders|choices)(?: (?:were|are|included?)|"
    r":)|the shortlist (?:was|is)|either|^of|^out of)(?: both| options?)?:? (?P<list>[^.;:()!?]+)",
    re.I,
)
_ALSO = re.compile(r"\b(?:also|other|only|alternative|either)\b", re.I)
_LIST_ENDS = re.compile(
    r",? (?:and|but|so|then|before) (?:we|i|then|finally|it|they|the \w+|[\w.+#-]+ "
    r"(?:is|was|has|had|would|lost|won))\b.*|, (?:we|i)\b.*| (?:last|this|for|because|since|"
    r"yesterday|today|over the|in the|on|as) .*|,? too\b.*",
    re.I,
)
_BETWEEN_NAMES = re.compile(r",? (?:and|or|vs\.?|versus|with|against) |, ?", re.I)
_OUT = (
    r"(?:ruled out|rejected|dropped|discarded|dismissed|turned down|decided against|passed on|"
    r"excluded|eliminated)"
)
_NAME = r"(?P<name>[\w.+#-]+(?: [\w.+#-]+){0,2}?)"
_RULED_OUT = (
    re.compile(rf"\b{_OUT} {_NAME}(?= because| since| as| due|[.,;:!(]|$)", re.I),
    re.compile(rf"^{_NAME} (?:was|were|is|got|has been) {_OUT}\b", re.I),
)
_SAID = (
    r"(?P<reason>(?:is|was|were|are|has|had|would|will|costs?|takes?|took|wants?|wanted|needs?|"
    r"needed|lacks?|lacked|doesn't|didn't|does not|did not|can't|cannot|couldn't|won't|wouldn't|"
    r"means|meant|fails?|failed|fell|lost|only|never|still|\w+ed|scales?|wins?|gives?|"
    r"handles?|supports?|breaks?|scored|comes?|came)\b[^.;!?]*)"
)
_SUBJECT = re.compile(rf"{_NAME} {_SAID}")
_NEXT_CLAUSE = re.compile(
    r",? (?:and|but|so|while|whereas) (?:we|i|it|they|the|[A-Z])\b.*|, (?:we|so)\b.*|"
    r", [A-Z][\w.+#-]* (?:\w+ed|is|was|has|had)\b.*"
)
_VERDICT = re.compile(
    r"(?:was|were|is|are|got) (?:considered|chosen|picked|selected|" + _OUT + r")\b"
)


def candidates(nearby: Sequence[Sentence]) -> list[str]:
    """The names in the first list of candidates nearby, as written, or what is ruled out there."""
    for sentence in nearby:
        match = _LIST.search(sentence.flat)
        if match:
            names = _BETWEEN_NAMES.split(_LIST_ENDS.sub("", match["list"]))
            if len(names) > 1 or _ALSO.search(match[0]):
                return [name.strip() for name in names]
    found = (out.search(each.flat) for each in nearby for out in _RULED_OUT)
    return [match["name"] for match in found if match]


def rivals(chosen: str, nearby: Sequence[Sentence]) -> list[str]:
    """Technologies that sentences nearby speak of, where one was chosen: they were weighed too."""
    if chosen.lower() not in TECHNOLOGIES:
        return []
    subjects = (_SUBJECT.match(each.flat) for each in nearby)
    return [
        each["name"]
        for each in subjects
        if each and each["name"].split()[0].lower() in TECHNOLOGIES
    ]


def said_of(option: str, nearby: Sequence[Sentence]) -> str:
    """Why an option was or was not taken, in the words of the sentences about it; or empty."""
    name = re.escape(option)
    ruled_out = re.compile(
        rf"\b{_OUT} {name}\b|\b{name} (?:was|is|got|has been) (?:{_OUT}|out\b)", re.I
    )
    about = re.compile(rf"\b{name}(?:,? which|,? who|,)? {_SAID}", re.I)
    for sentence in nearby:
        if ruled_out.search(sentence.flat) and (reason := reason_in(sentence)):
            return _trimmed(reason)
        match = about.search(sentence.flat)
        if match and not _VERDICT.match(match["reason"]):
            return _trimmed(_NEXT_CLAUSE.sub("", match["reason"]))
    return ""


def proposed_by(option: str, earlier: Sequence[Message], message: Message) -> Message | None:
    """The latest message of somebody else that put the option up for decision."""
    wanted = re.compile(rf"(?<!\w){re.escape(option.lower())}(?!\w)")
    for other in reversed(earlier[-PROPOSED_WITHIN:]):
        if other.author == message.author or not wanted.search(other.text.lower()):
            continue
        if any(proposes(each) and wanted.search(each.lower) for each in heard(other.text)):
            return other
    return None


def _trimmed(reason: str) -> str:
    reason = reason.strip(" ,.;:!")
    return reason if len(reason) <= LONGEST_REASON else ""
