"""The options ledger of a decision record: what was considered, chosen and rejected. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from connectors.adr.document import Document, Section
from connectors.adr.prose import bare, first_sentences, items

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
MAX_CHOICE_CHARS = 2_000  # the sentence stands at the start of its section


@dataclass(frozen=True, slots=True)
class Choice:
    """What a record says was chosen, and why; both may be empty."""

    option: str = ""
    reason: str = ""


def choice(decision: str) -> Choice:
    """From the template's own words: `Chosen option: "Postgres", because we know it.`"""
    found = _CHOSEN.search(bare(" ".join(decision.split())[:MAX_CHOICE_CHARS]))
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
    winner = next((name for name in reasons if _same(name, chosen.option)), chosen.option)
    rows = [_row(winner, chosen.reason, won=not rejected)] if winner else []
    rows += [_row(name, why, won=False) for name, why in reasons.items() if name != winner]
    return tuple(rows)


def _row(option: str, reason: str, *, won: bool) -> dict[str, str]:
    return {"option": option, "outcome": "chosen" if won else "rejected", "reason": reason}


def _considered(document: Document) -> dict[str, str]:
    """Options in order, each with the reasons against it."""
    found: dict[str, str] = {}
    for names in (OPTIONS, PROS_AND_CONS):
        section = document.find(names)
        if section is None:
            continue
        children = document.under(section)
        for item in [] if children and names is PROS_AND_CONS else items(section.text):
            name, reason = _named(item)
            found.setdefault(name, reason)
        for child in children:
            name = _NUMBERED.sub("", bare(child.heading), count=1)
            known = next((key for key in found if _same(key, name)), name)
            found[known] = _against(child) or found.get(known, "")
    return {name: reason for name, reason in found.items() if name}


def _named(item: str) -> tuple[str, str]:
    item = _NUMBERED.sub("", item, count=1)
    found = _NAME_AND_REASON.fullmatch(item)
    return (found["name"].strip(), found["reason"].strip()) if found else (item.rstrip("."), "")


def _against(section: Section) -> str:
    """What the record holds against an option, in the template's or in plain bullets."""
    against = [found["reason"] for each in items(section.text) if (found := _AGAINST.match(each))]
    text = "; ".join(reason.rstrip(".") for reason in against)
    return text[:MAX_REASON_CHARS] or first_sentences(_before_list(section), MAX_REASON_CHARS)


def _before_list(section: Section) -> str:
    return section.text if not items(section.text) else ""


def _same(one: str, other: str) -> bool:
    """Whether two names mean the same option; records often shorten or quote them."""
    left, right = (re.sub(r"\W+", " ", name).strip().lower() for name in (one, other))
    return bool(left and right) and (
        left == right or f" {left} " in f" {right} " or f" {right} " in f" {left} "
    )
