"""What speaks for a result, and what puts it behind another, in words. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

from retrieval.assembling.layout import people_of, standing
from retrieval.assembling.wording import counted, listed, one_line
from retrieval.landing.candidate import Candidate
from retrieval.ranking.contributions import Change
from retrieval.results import Holds, Result
from retrieval.tuning import CLOSE, MIN_SIMILARITY, REASONS, SAID_ITSELF, TELLING
from retrieval.understanding.forms import groups_of
from retrieval.understanding.query import Query

DAY = timedelta(days=1)
SHORTEST_STEM = 2  # letters that a word and its stem have in common


@dataclass(frozen=True, slots=True)
class Found:
    """A result, and which of the words `asked` for it says itself or has around it."""

    result: Result
    asked: int
    said: tuple[str, ...]
    around: int


def found(result: Result, candidate: Candidate, words: Sequence[str]) -> Found:
    """`words` are those that the candidate's strengths are of; several may be forms of one.

    A decision's message speaks for it: what a message's neighbors say is around it.
    """
    least = SAID_ITSELF if candidate.kind == "observation" else 0.0
    pairs = [pair for pair in zip(words, candidate.strengths, strict=False) if pair[0]]
    said = [word for word, strength in pairs if strength > 0 and strength >= least]
    around = {word for word, strength in pairs if strength > 0}.difference(said)
    own = tuple(word for word in dict.fromkeys(words) if word in said)
    return Found(result, len({*words} - {""}), own, len(around))


# What is said of a part of the score where the worse result has less of it, and more.
_WORDED = {
    "meaning": ("it is further in meaning from what is asked", "it is closer in meaning"),
    "words": ("it has less of the words asked for", "it has more of the words asked for"),
    "people": ("it has less to do with whom you named", "it has more to do with whom you named"),
    "time": ("it fits the time asked for less", "it fits the time asked for better"),
    "information": ("it tells less", "it tells more"),
    "when": ("it tells no time, which is asked for", "it tells a time, which is asked for"),
    "who": ("it names fewer", "it names more"),
    "why": ("it gives no reason, which is asked for", "it gives a reason, which is asked for"),
    "question": ("it is a question", "it is not a question"),
    "decision": (
        "it is no decision of the kind asked for",
        "it is a decision of the kind asked for",
    ),
    "first_person": ("its author speaks less of themselves", "its author speaks of themselves"),
    "cues": ("its wording fits the question less", "its wording fits the question better"),
    "recency": ("it is older", "it is newer"),
    "superseded": ("it was superseded", "it was not superseded"),
    "successor": ("it replaced nothing that is asked for", "it replaced what is asked for"),
    "observation": ("it is a message and not a decision", "it is a decision"),
    "graph": ("it hangs together less with the rest", "it hangs together more with the rest"),
}


def sentence_of(found: Found, query: Query, *, now: datetime, tie: str = "") -> str:
    """What speaks for a result, in one sentence without its full stop."""
    result = found.result
    parts = (
        _said(found, query),
        _meant(result),
        _involved(result, query),
        _timed(result),
        _tied(tie),
        age(result.source.date, now=now),
        _standing(result),
    )
    return "; ".join(part for part in parts if part)


def comparison(
    here: Found, before: Found, changes: Sequence[Change], *, than: str = "the one before it"
) -> str:
    """Why a result is behind the one before it; `changes` as `told_apart` gives them."""
    worse = [c for c in changes if c.change <= -TELLING][:REASONS]
    better = [c for c in reversed(changes) if c.change >= TELLING][:1]
    if not worse:
        gap = sum(change.change for change in changes)
        return f"level with {than}" if gap > -TELLING else f"just behind {than} ({gap:+.2f})"
    why = listed([f"{_less(c, here, before)} ({c.change:+.2f})" for c in worse])
    though = "".join(f", though {_worded(c)} ({c.change:+.2f})" for c in better)
    return f"behind {than} mostly because {why}{though}"


def age(moment: datetime, *, now: datetime) -> str:
    """As in: 12 days old."""
    days = (now - moment) // DAY
    if days < 0:
        return "dated in the future"
    return "from today" if days == 0 else f"{counted(days, 'day')} old"


def _said(found: Found, query: Query) -> str:
    """How many of the words asked for it says, and which of them."""
    asked, said, around = counted(found.asked, "word"), len(found.said), found.around
    if not said:
        return f"has {around} of {asked} asked for around it" if around else ""
    more = f", and has {around} more around it" if around else ""
    known = [term for term in query.terms if term in found.said]
    words = [f"'{word}'" for word in dict.fromkeys([*known, *found.said])]
    return f"says {said} of {asked} asked for: {listed(words)}{more}"


def spelled(lexemes: Sequence[str], terms: Sequence[str]) -> list[str]:
    """The words of the query that lexemes, stems of their forms, come from, in the same order;
    empty for one that only means much the same."""
    groups, shares = groups_of(lexemes, terms)
    forms: dict[int, list[str]] = {}
    for group, lexeme in zip(groups.tolist(), lexemes, strict=True):
        forms.setdefault(group, []).append(lexeme)
    words = {group: _word_of(alike, terms) for group, alike in forms.items()}
    own = zip(groups.tolist(), (shares == 1).tolist(), strict=True)
    return [words[group] if is_own else "" for group, is_own in own]


def _word_of(lexemes: Sequence[str], terms: Sequence[str]) -> str:
    """The term that is most like one of the lexemes, and the first of these if none is."""
    pairs = [(_alike(term, lexeme), term) for term in terms for lexeme in lexemes]
    likeness, best = max(pairs, key=lambda pair: pair[0], default=(0, ""))
    return best if likeness >= SHORTEST_STEM else lexemes[0]


def _alike(one: str, other: str) -> int:
    """How many letters both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _meant(result: Result) -> str:
    similarity = result.signals.similarity
    if similarity >= CLOSE:
        return f"very close in meaning ({similarity:.2f})"
    return f"close in meaning ({similarity:.2f})" if similarity >= MIN_SIMILARITY else ""


def _involved(result: Result, query: Query) -> str:
    if not result.signals.involvement:
        return ""
    asked = {person.name: person.matched | {person.name.casefold()} for person in query.people}
    author = one_line(result.source.author)
    wrote = next((name for name, known in asked.items() if _is(author, known)), "")
    if wrote:
        return f"written by {wrote}, whom you named"
    theirs = [
        name for name, known in asked.items() if any(_is(p, known) for p in people_of(result))
    ]
    return f"involves {listed(_longest(theirs or list(asked)))}, whom you named"


def _longest(names: Sequence[str]) -> list[str]:
    """Without those that are a part of another: Jane, where Jane Doe is there."""
    return [name for name in names if not any(name in other for other in names if other != name)]


def _is(name: str, known: frozenset[str]) -> bool:
    folded = name.casefold()
    return folded in known or any(part in known for part in folded.split())


def _timed(result: Result) -> str:
    if result.signals.in_time:
        return "from the time asked for"
    return "near the time asked for" if result.signals.timeliness > 0 else ""


def _tied(tie: str) -> str:
    return f"linked to a better one: {one_line(tie)}" if tie else ""


def _standing(result: Result) -> str:
    if result.holds != Holds.SUPERSEDED:
        return standing(result)
    newer = result.superseded_by
    return (
        f'superseded by "{one_line(newer.title)}"' if newer else "superseded"
    ) + ", so it counts less"


def _less(change: Change, here: Found, before: Found) -> str:
    special: dict[str, Callable[[Found, Found], str]] = {"recency": _older, "words": _fewer_words}
    exact = special.get(change.name, _nothing)(here, before)
    if change.name == "meaning" and not exact:
        return f"{_worded(change)}, {change.value:.2f} against {change.before:.2f}"
    return exact or _worded(change)


def _older(here: Found, before: Found) -> str:
    days = (before.result.source.date - here.result.source.date) / DAY
    return f"it is {counted(days, 'day')} older" if days >= 1 else ""


def _fewer_words(here: Found, before: Found) -> str:
    fewer = len(before.said) - len(here.said)
    return f"it says {counted(fewer, 'word')} less" if fewer > 0 else ""


def _nothing(here: Found, before: Found) -> str:
    return ""


def _worded(change: Change) -> str:
    less, more = _WORDED.get(
        change.name, (f"it has less {_label(change)}", f"it has more {_label(change)}")
    )
    return less if change.change < 0 else more


def _label(change: Change) -> str:
    return change.name.replace("_", " ")
