"""The options ledger of a decision record: what was considered, chosen and rejected. Pure."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from connectors.adr.document import Document, Section
from connectors.adr.prose import bare, first_sentences, items, prose_lines

OPTIONS = frozenset({
    "considered options", "options considered", "options", "considered alternatives",
    "alternatives considered", "alternatives", "rejected options", "rejected alternatives",
    "other options", "other options considered",
})  # fmt: skip
PROS_AND_CONS = frozenset({
    "pros and cons of the options", "pros and cons", "pros and cons of the alternatives",
})  # fmt: skip
_NOT_CHOSEN = frozenset({name for name in OPTIONS if "alternative" in name or "rejected" in name})
_CHOSEN = re.compile(
    r"chosen (?:option|alternative)s?:?\s*(?P<option>\"[^\"\n]+\"|“[^”\n]+”|[^,\n]+?)"
    r"(?:,?\s+because:?\s+(?P<reason>.+)|[.,]?\s*\Z|[.,]\s)",
    re.IGNORECASE | re.DOTALL,
)
_NAME_AND_REASON = re.compile(r"(?P<name>.{2,120}?)(?::| [-–—]) +(?P<reason>.+)", re.DOTALL)
_AGAINST = re.compile(r"(?:bad|con)\b[,:]?\s*(?:because\s+)?(?P<reason>.+)", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:option\s+)?(?:\d{1,2}|[a-z])[.):]\s+", re.IGNORECASE)
MAX_REASON_CHARS = 400
MAX_OPTIONS = 50  # of one record; long ones have ten
MAX_CHOICE_CHARS = 2_000  # the sentence stands at the start of its section


@dataclass(frozen=True, slots=True)
class Choice:
    """What a record says was chosen, and why; both may be empty."""

    option: str = ""
    reason: str = ""


def choice(decision: str) -> Choice:
    """From the template's own words: `Chosen option: "Postgres", because we know it.`"""
    found = _CHOSEN.search(bare(" ".join(prose_lines(decision))[:MAX_CHOICE_CHARS]))
    if not found:
        return Choice()
    reason = first_sentences(found["reason"] or "", MAX_REASON_CHARS)
    return Choice(found["option"].strip(" \"“”'"), reason)


def ledger(document: Document, chosen: Choice, *, rejected: bool) -> tuple[Mapping[str, str], ...]:
    """Every option with its outcome; empty where the record does not tell which was chosen.

    `rejected` says that the record as a whole was turned down, its chosen option with it.
    """
    reasons = _considered(document)
    section = document.find(OPTIONS)
    all_rejected = section is not None and section.heading.strip(" :*").lower() in _NOT_CHOSEN
    if not chosen.option and not all_rejected:
        return ()
    winner = _known(reasons, chosen.option)
    rows = [_row(winner, chosen.reason, won=not rejected)] if winner else []
    rows += [_row(name, why, won=False) for name, why in reasons.items() if name != winner]
    return tuple(rows)


def _row(option: str, reason: str, *, won: bool) -> dict[str, str]:
    return {"option": option, "outcome": "chosen" if won else "rejected", "reason": reason}


def _considered(document: Document) -> dict[str, str]:
    """Options in order, each with the reasons against it."""
    found: dict[str, str] = {}
    listed, weighed = document.find(OPTIONS), document.find(PROS_AND_CONS)
    for name, reason in map(_named, items(listed.text)[:MAX_OPTIONS] if listed else []):
        found.setdefault(name, reason)
    for parent in filter(None, (listed, weighed)):
        for child in document.children(parent)[:MAX_OPTIONS]:
            name = _known(found, _headed(child))
            found[name] = _against(document, child) or found.get(name, "")
    _add_level_sections(found, document)
    return {name: reason for name, reason in found.items() if name}


def _add_level_sections(found: dict[str, str], document: Document) -> None:
    """Reasons under headings that repeat an option word for word, but are not below the list."""
    spelled = {_words(name): name for name, reason in found.items() if not reason}
    for section in document.sections:
        name = spelled.pop(_words(section.heading), "") if section.level > 1 else ""
        if name:
            found[name] = _against(document, section)


def _headed(section: Section) -> str:
    return _NUMBERED.sub("", bare(section.heading), count=1)


def _known(options: Iterable[str], name: str) -> str:
    """The option meant by a name, which may be shortened or quoted; else the name itself."""
    wanted = _words(name)
    spelled = {_words(option): option for option in options}
    if wanted in spelled or not wanted:
        return spelled.get(wanted, name)
    near = (f" {wanted} " in f" {words} " or f" {words} " in f" {wanted} " for words in spelled)
    return next(
        (option for option, is_near in zip(spelled.values(), near, strict=True) if is_near), name
    )


def _named(item: str) -> tuple[str, str]:
    item = _NUMBERED.sub("", item, count=1)
    found = _NAME_AND_REASON.fullmatch(item)
    return (found["name"].strip(), found["reason"].strip()) if found else (item.rstrip("."), "")


def _against(document: Document, section: Section) -> str:
    """What the record holds against an option, in the template's bullets or in plain words."""
    below = "\n".join(each.text for each in document.under(section))
    points = items(f"{section.text}\n{below}")
    against = [found["reason"] for point in points if (found := _AGAINST.match(point))]
    text = "; ".join(reason.rstrip(".") for reason in against)[:MAX_REASON_CHARS]
    return text or ("" if points else first_sentences(section.text, MAX_REASON_CHARS))


def _words(name: str) -> str:
    return re.sub(r"\W+", " ", name).strip().lower()
