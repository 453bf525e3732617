"""What a text names: people, organizations, projects, technologies, places, events."""

import re
from collections.abc import Iterable

from connectors.contract import Person
from decisions.extraction.contract import EntityType, Mention
from decisions.extraction.rules.lexicon import (
    COMPANIES,
    FIRST_NAMES,
    ORDINARY,
    PLACES,
    PLAIN_TECHNOLOGIES,
    TECHNOLOGIES,
    TOPICS,
    words,
)

MOST_MENTIONS = 40  # a message; more are a list of names, not what it is about

_NAMED = re.compile(
    r"(?<![\w/.@-])(?:(?P<draft>draft-[a-z0-9]+(?:-[a-z0-9]+)+)|(?P<rfc>RFC ?\d{3,5})\b|"
    r"@(?P<handle>\w[\w.-]*\w)|(?P<name>[A-Z][\w&+#-]*(?:\.(?:js|io|NET))?(?:[ ](?:of |for |"
    r"the )?[A-Z][\w&+#-]*)*))"
)
_WORD = re.compile(r"[a-z][a-z0-9+#-]*(?:\.(?:js|io))?")
_HASHTAG = re.compile(r"(?<![\w&/#])#([a-z][\w-]{2,30})", re.I)
_CAMEL = re.compile(r"[A-Z]?[a-z0-9]+(?:[A-Z][a-z0-9]*)+$")
_ACRONYM = re.compile(r"[A-Z][A-Z0-9&-]{1,7}s?$")
_ORGANIZATION = re.compile(
    r"(?: (?:Inc|Corp|Corporation|Ltd|LLC|GmbH|AG|SA|Group|Labs|University|Institute|"
    r"Foundation|Bank|Partners|Ventures|Consulting|Agency|Department|Association|Committee|"
    r"Council|Company|Technologies|Solutions|Systems)|\bWorking Group)$"
)
_PROJECT = re.compile(
    r"^(?:Project|Operation|Initiative|Program) \w|\w (?:Project|Initiative|Program|Migration|"
    r"Rollout|Redesign|Roadmap|App|Platform)$"
)
_EVENT = re.compile(
    r"\w (?:Conference|Summit|Offsite|Hackathon|Webinar|Workshop|Meetup|Week|Day|Launch|Event|"
    r"Expo|Retreat)$"
)
_OPENERS = words(
    "a about after all also although an and any are as at based be because before both but by "
    "can cancel could dear did do does done each even every everyone everything few final "
    "first following for from further get given go good great had has have having he hello "
    "here hey hi how however i i'd i'll i'm i've if in instead is it it's its just keep last "
    "let let's lets like looking make many maybe may me might more moving most must my need "
    "new next no not note nothing now of ok okay old on once one only or other our out over "
    "per perhaps please quick re regarding right same section see she should since so some "
    "sorry still such sure take thank thanks that that's the their them then there there's "
    "these they they're this those though thus to today tomorrow too unless until up use using "
    "very was we we'd we'll we're we've well were what what's when where whether which while "
    "who why will with would yes yesterday yet you you're your monday tuesday wednesday "
    "thursday friday saturday sunday january february march april may june july august "
    "september october november december best regards cheers subject from sent cc date "
    "approved approve confirmed rejected agreed decided decision action drop add remove switch "
    "revert replace update fix merge q1 q2 q3 q4 tl;dr fyi btw imo imho asap eod eow eta lgtm "
    "ps pm am utc est pst gmt tbd todo wip faq pr prs hr id url"
)


def mentions(text: str, known: Iterable[Person] = ()) -> tuple[Mention, ...]:
    """What `text` names, in order, each once. `known` are people who may be named in it."""
    people = _by_name(known)
    found: dict[str, Mention] = {}
    for match in _NAMED.finditer(text):
        for mention in _read(match, people):
            found.setdefault(mention.name.lower(), mention)
        if len(found) >= MOST_MENTIONS:
            return tuple(found.values())
    for word in PLAIN_TECHNOLOGIES.keys() & set(_WORD.findall(text)):
        found.setdefault(word, Mention(PLAIN_TECHNOLOGIES[word], EntityType.TECHNOLOGY))
    return tuple(found.values())


def tags(text: str, named: Iterable[Mention]) -> tuple[str, ...]:
    """Hashtags, topics and technologies, in lower case and sorted."""
    topics = {TOPICS[word] for word in TOPICS.keys() & set(_WORD.findall(text.lower()))}
    hashtags = {tag.lower() for tag in _HASHTAG.findall(text)} if "#" in text else set()
    technologies = {each.name.lower() for each in named if each.type is EntityType.TECHNOLOGY}
    return tuple(sorted(topics | hashtags | technologies))


def is_first_name(word: str) -> bool:
    return word[:1].isupper() and word.lower() in FIRST_NAMES


def _by_name(known: Iterable[Person]) -> dict[str, str]:
    """Lower-case full names, first names and handles to the name to show."""
    names: dict[str, str] = {}
    for person in known:
        shown = person.name or person.handle
        if person.name:
            names[person.name.lower()] = shown
            names.setdefault(person.name.split()[0].lower(), shown)
        if person.handle:
            names[person.handle.lower().lstrip("@")] = shown
    return names


def _read(match: re.Match[str], people: dict[str, str]) -> list[Mention]:
    kind, words = match.lastgroup, match[0]
    if kind == "draft" or kind == "rfc":
        return [Mention(words, EntityType.PROJECT)]
    if kind == "handle":
        handle = match["handle"]
        return [Mention(people.get(handle.lower(), handle), EntityType.PERSON)]
    words = _without_openers(words)
    if not words:
        return []
    if words.lower() in people:
        return [Mention(people[words.lower()], EntityType.PERSON)]
    if " " in words:
        return [Mention(words, _kind_of_phrase(words))]
    return _single(words, people)


def _without_openers(words: str) -> str:
    parts = words.split(" ")
    while parts and parts[0].lower() in _OPENERS:
        parts.pop(0)
    while parts and parts[-1].lower() in _OPENERS:
        parts.pop()
    return " ".join(parts).strip("-&+")


def _single(word: str, people: dict[str, str]) -> list[Mention]:
    lower = word.lower()
    kind = _known_kind(lower)
    if kind is not None:
        shown = TECHNOLOGIES.get(lower) or COMPANIES.get(lower) or PLACES.get(lower) or word
        return [Mention(shown, kind)]
    if lower in FIRST_NAMES and len(word) > 2:
        return [Mention(word, EntityType.PERSON)]
    if _CAMEL.match(word) and not word.isupper():
        return [Mention(word, EntityType.TECHNOLOGY)]
    if _ACRONYM.match(word) and len(word) > 1:
        return [Mention(word, EntityType.CONCEPT)]
    return []


def _known_kind(lower: str) -> EntityType | None:
    if lower in TECHNOLOGIES:
        return EntityType.TECHNOLOGY
    if lower in COMPANIES:
        return EntityType.ORGANIZATION
    return EntityType.LOCATION if lower in PLACES else None


def _kind_of_phrase(words: str) -> EntityType:
    first, last = words.split(" ", 1)[0], words.rsplit(" ", 1)[1]
    if _ORGANIZATION.search(words):
        return EntityType.ORGANIZATION
    if _PROJECT.search(words):
        return EntityType.PROJECT
    if _EVENT.search(words):
        return EntityType.EVENT
    if is_first_name(first) and words.count(" ") < 3 and last.lower() not in TECHNOLOGIES:
        return EntityType.PERSON
    known = {_known_kind(part.lower()) for part in words.split(" ")}
    if EntityType.TECHNOLOGY in known and not ORDINARY & set(words.lower().split(" ")):
        return EntityType.TECHNOLOGY
    return EntityType.ORGANIZATION if EntityType.ORGANIZATION in known else EntityType.CONCEPT
