"""A text that names another record and says that it takes its place. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from lifecycle.reconcile.contract import Statement
from lifecycle.reconcile.references import Reference, labels_of, references_in

# --- What stands before the name ---
_REPLACES = re.compile(
    r"""\b(?:
      replac(?:es?|ing|ement\ for) | supersed(?:es?|ing) | obsolet(?:es?|ing) | rescind(?:s|ing)?
    | withdraws? | revok(?:es?|ing) | revert(?:s|ing)? | overrul(?:es?|ing) | abolish(?:es|ing)?
    | rewrit(?:es|ing) | undo(?:es|ing)? | succeeds? | successor\ (?:to|of)
    | remov(?:es?|ing|al\ of) | deprecat(?:es?|ing|ion\ and\ removal\ of) | drops?
    | discontinu(?:es?|ing)
    | (?:simplified|revised|newer?|updated|reduced|second|improved|next)
      \ (?:version|revision|edition|form)\ of
    | (?:limitations?|shortcomings?|drawbacks?|problems?|flaws?)\ (?:of|in|with)
    | (?:previous|earlier|prior|past)\ (?:attempts?|proposals?)
    | in\ the\ past\ (?:by|in) | (?:previously|originally)\ (?:attempted|proposed)
    | in\ the\ past\ an\ attempt\ was\ made
    | different\ solution\ than | changes\ between\ versions
    )\b""",
    re.VERBOSE | re.IGNORECASE,
)
# These are about the name only where it follows at once: "updates PEP 1", not "a clause of PEP 1".
_REPLACES_NEXT = re.compile(
    r"""\b(?:amend(?:s|ing)?|revis(?:es|ing)|updat(?:es|ing)|clarif(?:ies|ying)\ and\ updates
    |(?:instead|in\ place|in\ lieu)\ of|no\ longer)\s+(?:the\s+|our\s+)?$""",
    re.VERBOSE | re.IGNORECASE,
)
# --- What stands after the name ---
_REPLACED_BY_THIS = re.compile(
    r"""\b(?:replaced|superseded|obsoleted|rejected|withdrawn|abandoned)\s+
    (?:by|in\ favou?r\ of)\s+(?:this|the\ present|our|the\ current)\b
    | \bbut\ (?:replac|remov|drop)(?:es|s)\b | \bno\ longer\ (?:appl|hold)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_IS_SIMPLER = re.compile(
    r"^.{0,200}?\b(?:this (?:proposal|document|record)|([A-Z]{2,10})[ -]0*(\d{1,6}))\s+is\s+"
    r"(?:simpler|safer|more general|a (?:simplification|simplified version))\b",
    re.DOTALL,
)
_ENDS_LATER = re.compile(
    r"^[^.]{0,200}\.(?:\d[^.]*\.)*\s+(?:\w+,?\s+)?it\s+(?:will\s+be|is)\s+"
    r"(?:deprecated|removed|retired|replaced|discontinued|dropped|withdrawn)\b"
)
# --- What an older record says of itself ---
_REPLACED_BY = re.compile(
    r"\b(?:replaced|superseded|obsoleted|overruled|succeeded|in favou?r of|revoked)\b"
    r"(?:\s+\w+){0,9}?\s*$",
    re.IGNORECASE,
)
# Somebody else replaces it, or nobody does: "which would replace", "rather than replacing".
_NOT_THIS = re.compile(
    r"(?:\b(?:which|that|would|could|might|may|not|never|without|rather than|proposed to|n't|they)"
    r"|\bby)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
_ONLY_NEAR = re.compile(r"\b(?:complement|in addition to|alongside|not intended)\w*\b", re.I)
_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z\"'(*:`])|\n\s*\n|\n(?=[*-] )")
_REACH = 110  # characters between a verb and the name it is about


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of a text that says so."""

    how: str
    sentence: str


def replaces_by_name(new: Statement, older: Statement) -> Said | None:
    """Whether the newer one says that it replaces the older one, or that one says so itself."""
    old_labels, new_labels = labels_of(older.title), labels_of(new.title)
    for sentence, references in _sentences(new.title, new.text) if old_labels else ():
        mine = [each for each in references if each.label in old_labels]
        if mine and _says_so(sentence, mine, references, new_labels):
            return Said("It says that it replaces what it names.", sentence)
    for sentence, references in _sentences(older.title, older.text) if new_labels else ():
        if any(_is_replaced_by(sentence, each, new_labels) for each in references):
            return Said("The older one says that the newer one replaces it.", sentence)
    return _simpler(new, old_labels, new_labels) or _ends_later(new, old_labels)


def _simpler(new: Statement, old: tuple[str, ...], own: tuple[str, ...]) -> Said | None:
    """ "PEP 1 proposed ...; this proposal is simpler": over the end of a sentence."""
    for name in references_in(new.text) if old else ():
        after = _IS_SIMPLER.match(new.text[name.end :]) if name.label in old else None
        if after and (after[1] is None or f"{after[1]} {after[2]}" in own):
            return Said("It calls itself a simpler one.", " ".join(after[0].split()))
    return None


@lru_cache(maxsize=4_000)
def _sentences(title: str, text: str) -> tuple[tuple[str, tuple[Reference, ...]], ...]:
    """The sentences that name records. Those of a statement are asked for with many others."""
    flat = (" ".join(sentence.split()) for sentence in (title, *_SENTENCE.split(text)))
    named = ((sentence, tuple(references_in(sentence))) for sentence in flat)
    return tuple((sentence, references) for sentence, references in named if references)


def _says_so(
    sentence: str,
    mine: Sequence[Reference],
    references: Sequence[Reference],
    own: tuple[str, ...],
) -> bool:
    if _ONLY_NEAR.search(sentence):
        return False
    return any(
        _verb_before(sentence, each, references, own) or _said_after(sentence, each)
        for each in mine
    )


def _verb_before(
    sentence: str, name: Reference, references: Sequence[Reference], own: tuple[str, ...]
) -> bool:
    before = sentence[max(0, name.start - _REACH) : name.start]
    offset = name.start - len(before)
    verbs = [*_REPLACES.finditer(before), *_REPLACES_NEXT.finditer(before)]
    for verb in verbs:
        others = [
            each for each in references
            if each.end <= offset + verb.start() and each.label not in own
            and offset + verb.start() - each.end < len("), which would ")
        ]  # fmt: skip
        if not others and not _NOT_THIS.search(before[: verb.start()]):
            return True
    return False


def _said_after(sentence: str, name: Reference) -> bool:
    after = sentence[name.end : name.end + _REACH]
    return bool(_REPLACED_BY_THIS.search(after))


def _ends_later(new: Statement, old: tuple[str, ...]) -> Said | None:
    """ "PEP 1 goes on until then. Subsequently, it will be removed": in the next sentence."""
    for name in references_in(new.text) if old else ():
        after = _ENDS_LATER.match(new.text[name.end :]) if name.label in old else None
        if after and not references_in(after[0]):
            return Said("It says that this will end.", " ".join(after[0].split()))
    return None


def _is_replaced_by(sentence: str, name: Reference, new_labels: tuple[str, ...]) -> bool:
    before = sentence[max(0, name.start - _REACH) : name.start]
    return name.label in new_labels and bool(_REPLACED_BY.search(before))
