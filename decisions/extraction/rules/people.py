"""Who took part in a decision, and who must carry it out."""

import re

from connectors.contract import Person
from decisions.extraction.contract import DecisionType, EntityType, Mention, Message
from decisions.extraction.rules.cues.search import Found
from decisions.extraction.rules.entities import is_first_name
from decisions.extraction.rules.lexicon import DEPARTMENTS, TECHNOLOGIES, words

_TEAM = re.compile(r"^(?:the )?[\w-]+(?: [\w-]+)? team$", re.I)
_NOT_A_NAME = words("this that the our your my we they it which whole entire each every any")
# What people do and programs do not, so that a name nobody has heard of is somebody's.
_HUMAN_DUTY = (
    r"(?:take care of|call|ring|write|draft|review|prepare|own|lead|follow up|reach out|talk to|"
    r"look (?:into|after)|organi[sz]e|coordinate|interview|negotiate|train|host|moderate|arrange|"
    r"present|run the (?:[\w-]+ ){0,2}(?:interviews?|meetings?|calls?|workshops?|sessions?|"
    r"reviews?|trainings?|retros?|stand-?ups?|onboarding|demos?))\b"
)
_SOMEONE = re.compile(
    r"(?:^|[,;:.] |\b[Aa]nd )(?P<name>[A-Z][^\W\d_]{2,})(?:'ll| will)(?: now| also| then)? "
    + _HUMAN_DUTY
)
_NOBODY = words(
    "they you this that there these those someone somebody everyone everybody nobody who what "
    "which each people management leadership whoever anyone anybody neither both none all one "
    "another spring summer autumn winter fall tomorrow today rain time "
    "another most many some parliament congress government nothing everything"
)
_FIRST_PERSON = re.compile(r"\b(?:i|i'll|i'm|i've|i'd|me|mine)\b")


def known_people(message: Message) -> tuple[Person, ...]:
    """The author and the participants, each once."""
    everyone = ((message.author,) if message.author else ()) + message.participants
    seen: dict[tuple[str, str, str], Person] = {}
    for person in everyone:
        seen.setdefault((person.name.lower(), person.email.lower(), person.handle.lower()), person)
    return tuple(seen.values())


def involved(message: Message, named: tuple[Mention, ...], owner: str) -> tuple[Person, ...]:
    """Author and participants with their roles, then whoever else the decision names."""
    people = list(known_people(message))
    names = {each.name.lower() for each in people} | {each.handle.lower() for each in people}
    others = [each.name for each in named if each.type is EntityType.PERSON]
    if owner and not _TEAM.match(owner) and owner.lower() not in DEPARTMENTS:
        others.append(owner)
    for name in others:
        if name.lower() not in names:
            names.add(name.lower())
            people.append(Person(name=name, role="mentioned"))
    return tuple(people)


def owner_of(found: Found, message: Message) -> str:
    """Who must do it: the one named, or the author of an "I'll"; empty for other decisions."""
    if found.type is DecisionType.DELEGATION:
        return assignee(found, message)
    if found.type is DecisionType.COMMITMENT and _FIRST_PERSON.search(found.match[0]):
        return shown(message.author)
    return ""


def assignee(found: Found, message: Message) -> str:
    """The name a delegation gives, as the participants spell it; empty where it names nobody."""
    if "who" not in found.cue.pattern.groupindex:
        return _addressee(message)
    said = found.group("who").removesuffix("'s").removesuffix("'ll")
    if _TEAM.match(said):
        return said if said.split(" ")[0].lower() not in _NOT_A_NAME or said.count(" ") > 1 else ""
    first, _, rest = said.lstrip("@").partition(" ")
    for person in known_people(message):
        if first.lower() in (
            person.handle.lower(),
            person.name.split(" ")[0].lower(),
            person.name.lower(),
        ):
            return shown(person) if said[0] == "@" or first[:1].isupper() else ""
    if said.startswith("@"):
        return first
    if said.lower() in DEPARTMENTS:
        return said
    if not is_first_name(first) and first != unfamiliar_name(found.flat):
        return ""
    return f"{first} {rest}" if rest[:1].isupper() else first


def unfamiliar_name(flat: str) -> str:
    """The capitalized word of which a sentence says that it will do what people do; or empty."""
    match = _SOMEONE.search(flat)
    name = match["name"] if match else ""
    lower = name.lower()
    plain = lower in _NOBODY or lower in DEPARTMENTS or lower in TECHNOLOGIES
    return "" if plain or lower.endswith(("s", "ing", "tion", "ment")) else name


def _addressee(message: Message) -> str:
    """The one person written to; empty where there are several, or none."""
    addressed = [each for each in message.participants if each.role == "to"]
    return shown(addressed[0]) if len(addressed) == 1 else ""


def shown(person: Person | None) -> str:
    return (person.name or person.handle or person.email) if person else ""
