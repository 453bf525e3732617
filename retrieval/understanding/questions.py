"""What kind of question is asked, and for what kind of thing: from its words. Pure."""

import re
from collections.abc import Collection
from enum import StrEnum


class Intent(StrEnum):
    """What kind of thing is asked for."""

    PERSON = "person"
    PROJECT = "project"
    DEADLINE = "deadline"
    DECISION = "decision"
    GENERAL = "general"


class QuestionType(StrEnum):
    """What kind of answer is asked for. `NONE` is no question: a few words to search for."""

    WHEN = "when"
    WHO = "who"
    WHERE = "where"
    WHY = "why"
    HOW_MANY = "how many"
    HOW = "how"
    YES_NO = "yes or no"
    LIST = "list"
    WHAT = "what"
    NONE = "none"


_LEAD_IN = re.compile(
    r"^(?:(?:hi|hey|hello|please|so|ok|okay|and|but|quick question)\b[\s,:!-]*)*"
    r"(?:(?:(?:do|does|can|could|would|will) (?:you|anyone|anybody|somebody|someone) "
    r"(?:please )?(?:know|remember|recall|tell (?:me|us)|say|remind (?:me|us)(?: of)?)|"
    r"(?:please )?(?:tell|remind) (?:me|us)(?: of)?|i(?: would|'d|’d) like to know|i wonder|"
    r"i(?: am|'m|’m) wondering|any idea|wondering)\b[\s,:]*(?:if|whether)?\s*)?",
    re.I,
)
_AUXILIARIES = (
    "do does did is are was were am has have had can could should will would may might must shall "
    "isn't aren't wasn't weren't don't doesn't didn't hasn't haven't can't won't shouldn't"
)
_AUXILIARY = frozenset(_AUXILIARIES.split())
_TIME_UNIT = r"(?:day|date|week|weekday|month|quarter|year|time)"
# Of what may stand anywhere in a question, the first that does tells what is asked for.
_ASKED = {
    QuestionType.WHEN: rf"when|since when|until when|by when|how long|how soon|how recently|"
    rf"(?:what|which) {_TIME_UNIT}(?! of data)|deadline for",
    QuestionType.HOW_MANY: r"how (?:many|much|often|big|large|high|far|old)|what (?:number|share|"
    r"percentage|amount|fee|price|salary|rate|cost)\b",
    QuestionType.WHY: r"why|how come|what(?: was| is|'s|’s)? (?:the )?(?:reason|rationale|"
    r"motivation)|what for|for what reason|what (?:made|led|motivated) (?:us|you|them|him|her)",
    QuestionType.WHO: r"who|whom|whose|who's|who’s|(?:what|which) "
    r"(?:person|people|engineer|developer|colleague|teammate|member|team|customer)s?",
    QuestionType.WHERE: r"where|(?:what|which) (?:place|location|city|country|room|channel|region)",
    QuestionType.LIST: r"(?:what|which) (?:are|were) (?:all )?(?:the|our|some|my|your|their)\b|"
    r"(?:what|which) \w+s (?:did|do|have|had|are|were|was|came|got|changed|is)|what all|"
    r"what else",
    QuestionType.HOW: r"how",
    QuestionType.WHAT: r"what|which|what's|what’s",
}
_QUESTION = re.compile(
    "|".join(rf"(?P<{kind.name}>(?<![\w-])(?:{words})(?![\w-]))" for kind, words in _ASKED.items()),
    re.I,
)
_LISTING = re.compile(
    r"^(?:please )?(?:list|enumerate|show(?: me| us)?|give (?:me|us)|summari[sz]e|name|"
    r"find(?: me| us)?(?= all)|all)\b",
    re.I,
)
_CLAUSE = re.compile(r"[,;:.?!]\s+")
_MAX_CLAUSES = 8  # that are looked at; bounds the work

_DEADLINE = re.compile(
    r"\b(deadline|due(?! to)|overdue|by when|until when|promised?|deliver(?:ed)?|owes?|cut-?off|"
    r"(?:target|delivery|ship|release|end) date|when (?:must|should|do|does) .{0,80}\b(?:be )?"
    r"(?:done|finished|ready|submitted|handed in))\b",
    re.I,
)
# "The engineer who left" asks for nobody.
_PERSON = re.compile(
    r"(?:^|[,;:.?!(]\s*|\b(?:and|or|but|by|with|to|for|from|of|know|tell me|tell us|remember|"
    r"wonder|idea|so|then|hey|hi)\s+|\d\s+)(?:who|whom|whose)\b|"
    r"\b(?:responsible for|in charge of|owner of|(?:what|which) (?:person|people|engineer|"
    r"colleague|teammate))",
    re.I,
)
_PROJECT = re.compile(
    r"\b(projects?|initiatives?|epics?|milestones?|roadmap|status of|progress (?:on|of|with)|"
    r"coming along|how far (?:are|is|along))\b",
    re.I,
)
# What makes even a question for a person one about a decision: "who picked up the laptop?" is none.
_DECIDING = (
    r"decid\w*|decision\w*|cho(?:o?se|sen)|agreed?|approv\w*|reject\w*|opt(?:ed)? for|went with|"
    r"turn(?:ed)? down|ruled? out|(?:say|said) (?:yes|no)"
)
_DECIDED = re.compile(rf"\b({_DECIDING})\b", re.I)
_DECISION = re.compile(
    rf"\b({_DECIDING}|choosing|choice|agreement|picked|pick|settled?|why|still|"
    r"go(?:ne|ing)? with|switch(?:ed)?|replac\w+|conclu\w+|(?:do|did|are|"
    r"were) we (?:still )?(?:us(?:e|ing)|run(?:ning)?|host(?:ing)?|building|going)|policy)\b",
    re.I,
)


# What was before: "what did we use before?", "... before Postgres?", "the provider that we used to
# have". What was to be done before something happens is no such thing.
_FORMER = re.compile(
    r"\b(?:(?:we|you|they|he|she|it|that|who|there|(?-i:[A-Z])\w+) used to (?!it\b|this\b|that\b)|"
    r"use to (?:be|have)\b|previous(?:ly)?|former(?:ly)?|originally|"
    r"back then|in the past|at first|once (?:used|had|chose)|(?:our|the) old\b|"
    r"(?:did|was|were|had|used|chose|decided)\b.{0,80}\bbefore"
    r"(?=\s*[?.,;]|$| (?:that|then)\b| (?-i:[A-Z])[\w.+-]*\s*[?.,;]))",
    re.I,
)


def asks_of_the_past(text: str) -> bool:
    """Whether a cleaned text asks for what was before, and may hold no more."""
    return _FORMER.search(text) is not None


def question_type(text: str) -> QuestionType:
    """What kind of answer a cleaned text asks for; of two questions in it, the first."""
    asked = _LEAD_IN.sub("", text, count=1)
    if _LISTING.match(asked):
        return QuestionType.LIST
    if _is_yes_no(asked):
        return QuestionType.YES_NO
    for clause in _clauses(asked):
        if found := _QUESTION.match(clause):
            return _kind(found)
        if _is_yes_no(clause) and text.endswith("?"):
            return QuestionType.YES_NO
    if "?" in text and (found := _QUESTION.search(asked)):
        return _kind(found)
    return QuestionType.YES_NO if text.endswith("?") and " " in text else QuestionType.NONE


def intent_of(text: str, named_types: Collection[str]) -> Intent:
    """What the question asks for, by its words and by what it names."""
    if _DEADLINE.search(text):
        return Intent.DEADLINE
    if _PERSON.search(text):
        return Intent.PERSON
    if "project" in named_types or _PROJECT.search(text):
        return Intent.PROJECT
    if _DECISION.search(text):
        return Intent.DECISION
    return Intent.PERSON if "person" in named_types else Intent.GENERAL


def asks_for_decisions(text: str, intent: Intent) -> bool:
    """Whether what was decided answers it rather than what was said: "who decided to leave?" asks
    for a person, and the decision says who it was."""
    decided = (Intent.DECISION, Intent.PROJECT, Intent.DEADLINE)
    return intent in decided or (intent == Intent.PERSON and _DECIDED.search(text) is not None)


def _clauses(text: str) -> list[str]:
    """The text and what begins after its commas: "back in 2024, what was our CI?"."""
    return [text, *(text[m.end() :] for m in _CLAUSE.finditer(text))][:_MAX_CLAUSES]


def _is_yes_no(text: str) -> bool:
    return text.partition(" ")[0].casefold().replace("’", "'") in _AUXILIARY


def _kind(found: re.Match[str]) -> QuestionType:
    return QuestionType[found.lastgroup or QuestionType.NONE.name]
