"""Which known people and things a query names: exactly, in part, or spelled wrongly. Pure."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from uuid import UUID

from rapidfuzz.distance import OSA

from decisions.wording import STOP_WORDS
from retrieval.tuning import NAME_WORDS, PROVIDERS
from retrieval.understanding.fuzzy import are_close, misspellings, plain


class How(StrEnum):
    """How a name was told: as it is, by another name of it, by a part, or spelled wrongly."""

    EXACT = "exact"
    ALIAS = "alias"
    PART = "part"
    FUZZY = "fuzzy"


@dataclass(frozen=True, slots=True)
class Named:
    """A known person or thing that the query names.

    `matched` holds the query's words that name it, as `plain` makes them; `said` is the misspelled
    one where `how` is fuzzy.
    """

    id: UUID
    type: str
    name: str
    matched: frozenset[str]
    how: How = How.EXACT
    said: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A person or thing that the team knows, by all its names."""

    id: UUID
    type: str
    name: str
    key: str = ""
    aliases: Sequence[str] = ()
    emails: Sequence[str] = ()
    handles: Sequence[str] = ()

    @property
    def own_names(self) -> set[str]:
        return {plain(name) for name in (self.key, self.name, *self.emails, *self.handles)}

    @property
    def parts(self) -> list[str]:
        """The words of a name; those of an address's local part where no name is known."""
        local, at, _ = plain(self.name).partition("@")
        return _LETTERS.findall(local) if at else local.split()

    @property
    def surname(self) -> str:
        """Of somebody known by an address alone, what may be theirs: jdoe@company.example."""
        local, at, _ = plain(self.name).partition("@")
        return local[1:] if at and local.isalpha() and len(local) >= _INITIALED else ""

    @property
    def domain(self) -> str:
        """Of somebody known by an address alone, what may be their surname: jane@whitfield.example.

        Empty where it is a provider's, who lends it to anybody.
        """
        labels = plain(self.name).partition("@")[2].split(".")[:-1]
        label = next((label for label in reversed(labels) if _LETTERS.fullmatch(label)), "")
        return "" if label in PROVIDERS else label


@dataclass(frozen=True, slots=True)
class Mentions:
    """What of a query may be a name: runs of words, parts of a person's name, likely misspellings.

    All but `spelled` are `plain`, and `words` are all of them in order.
    """

    words: tuple[str, ...]
    names: frozenset[str]
    spelled: frozenset[str]  # the names as they are spelled, only case-folded
    parts: frozenset[str]
    errors: dict[str, int]  # how many errors a word may have

    @property
    def unaccented(self) -> list[str]:
        """LIKE patterns that the same words with accents fit, with a space before and after."""
        words = (word for word in self.parts | self.names if word.isascii() and word.isalpha())
        return [f"% {_ACCENTED.sub('_', word)} %" for word in sorted(words) if len(word) > 2]


_LETTERS = re.compile(r"[^\W\d_]{3,}")
_INITIALED = 5  # letters of an initial and a surname: from fewer too much could be one
_ACCENTED = re.compile(r"[aceilnosuyz]")


def mentions_of(words: Sequence[str]) -> Mentions:
    """What may be names among words as they are spelled."""
    flat = tuple(plain(word) for word in words)
    folded = tuple(word.casefold() for word in words)
    names = frozenset(possible_names(flat, words))
    spelled = names if folded == flat else frozenset(possible_names(folded, words))
    return Mentions(
        words=flat,
        names=names | {one for name in names if (one := _singular(name))},
        spelled=spelled,
        parts=frozenset(possible_name_parts(words)),
        errors=misspellings(words),
    )


def possible_names(flat: Sequence[str], words: Sequence[str]) -> list[str]:
    """Every run of up to NAME_WORDS words that a name could be.

    None ends in a word like "of", and none but "The ..." begins with one.
    """
    ordinary = [
        word in STOP_WORDS and not _is_capital_in_small(words, n) for n, word in enumerate(flat)
    ]
    runs = {
        " ".join(flat[start : start + size])
        for size in range(1, NAME_WORDS + 1)
        for start in range(len(flat) - size + 1)
        if not ordinary[start + size - 1]
        and (not ordinary[start] or (flat[start] == "the" and size > 1))
    }
    return sorted(runs)


def possible_name_parts(words: Sequence[str]) -> list[str]:
    """Single words that may be somebody's first or last name.

    A name is also an ordinary word often enough ("mark", "may") that it needs its capital, unless
    the whole query is written without any. "RFC" is none.
    """
    typed_in_capitals = any(word[:1].isupper() for word in words[1:])
    shouts_not = any(not word.isupper() for word in words)
    parts = {
        plain(word)
        for n, word in enumerate(words)
        if len(word) > 1
        and (word[:1].isupper() or not typed_in_capitals)
        and not (word.isupper() and shouts_not)
        and (plain(word) not in STOP_WORDS or _is_capital_in_small(words, n))
    }
    return sorted(parts)


def match(mentions: Mentions, known: Iterable[Known]) -> list[Named]:
    """Those of the known that the query names. Misspelled ones only for words that name nothing."""
    known = list(known)
    alone = _alone(known)
    exact = _joined(named for each in known if (named := _exactly(mentions, each, alone)))
    settled = {word for named in exact for name in named.matched for word in name.split()}
    errors = {w: n for w, n in mentions.errors.items() if w not in settled}
    if not errors:
        return _clearest(exact)
    by_id = {named.id: named for named in exact}
    fuzzy = [f for k in known if (f := _fuzzily(mentions, errors, k, by_id.get(k.id)))]
    return _clearest([*(by_id | {f.id: f for f in _sure(fuzzy)}).values()])


def _joined(named: Iterable[Named]) -> list[Named]:
    """Each once: what somebody alone knows by another name is known by two."""
    found: dict[UUID, Named] = {}
    for each in named:
        first = found.get(each.id)
        found[each.id] = replace(first, matched=first.matched | each.matched) if first else each
    return [*found.values()]


def _alone(known: Sequence[Known]) -> set[str]:
    """The domains of one person each that nothing else is called by: theirs, not a company's.

    Several addresses at one are a person's if a name is in all of them.
    """
    domains: dict[str, set[str]] = {}
    for each in known:
        if each.type == "person" and each.domain:
            domains[each.domain] = domains.get(each.domain, {*each.parts}) & {*each.parts}
    one = Counter(each.domain for each in known if each.type == "person")
    others = {name for each in known if each.type != "person" for name in each.own_names}
    return {domain for domain, shared in domains.items() if shared or one[domain] == 1} - others


def _exactly(mentions: Mentions, known: Known, domains: set[str]) -> Named | None:
    if matched := mentions.names & known.own_names:
        how = How.EXACT
    elif matched := mentions.names & {plain(alias) for alias in known.aliases}:
        how = How.ALIAS
    else:
        how = How.PART
    if known.type == "person":
        matched |= mentions.parts & {*known.parts, known.surname, *({known.domain} & domains)}
    return Named(known.id, known.type, known.name, matched, how) if matched else None


def _fuzzily(
    mentions: Mentions, errors: dict[str, int], known: Known, exact: Named | None
) -> Named | None:
    """The known thing if a misspelled word names it; of a person one part of the name is enough."""
    if known.type != "person":
        words = () if exact else _whole_name(mentions.words, errors, known)
    else:
        words = tuple(
            word for word in errors
            if any(are_close(word, part, errors[word], person=True) for part in known.parts)
        )  # fmt: skip
    if not words:
        return None
    matched = frozenset(words) | (exact.matched if exact else frozenset())
    said = next(word for word in words if word in errors)
    return Named(known.id, known.type, known.name, matched, How.FUZZY, said)


def _whole_name(words: Sequence[str], errors: dict[str, int], known: Known) -> tuple[str, ...]:
    """The query's words that are, one by one, those of the thing's name or nearly so."""
    for name in {plain(known.name), *map(plain, known.aliases)}:
        wanted = name.split()
        for start in range(len(words) - len(wanted) + 1):
            run = words[start : start + len(wanted)]
            if any(word in errors for word in run) and all(
                word == part or are_close(word, part, errors.get(word, 0), person=False)
                for word, part in zip(run, wanted, strict=True)
            ):
                return tuple(run)
    return ()


def _sure(fuzzy: Collection[Named]) -> Iterator[Named]:
    """Without what a word is as near to as to another name: nobody can tell which was meant."""
    for named in fuzzy:
        others = (o for o in fuzzy if o.said == named.said and o.how == named.how)
        if all(_same_word(named, other) for other in others):
            yield named


def _same_word(one: Named, other: Named) -> bool:
    shared = set(plain(one.name).split()) & set(plain(other.name).split())
    return bool(shared) or one.id == other.id


def _clearest(named: Sequence[Named]) -> list[Named]:
    """Without people of whom less is said than of another: "Jane Doe" is no other Jane."""
    people = [n for n in named if n.type == "person"]
    words = {n.id: {w for name in n.matched for w in name.split()} for n in people}
    return [
        n
        for n in named
        if n.type != "person" or not any(words[n.id] < words[other.id] for other in people)
    ]


def _singular(name: str) -> str:
    if len(name) <= 3 or not name.endswith("s") or name.endswith("ss"):
        return ""
    return f"{name[:-3]}y" if name.endswith("ies") else name[:-1]


def _is_capital_in_small(words: Sequence[str], place: int) -> bool:
    """Whether a word has a capital where a common one would not: "did Will say", "Go"."""
    word = words[place]
    return place > 0 and len(word) > 1 and word[0].isupper() and any(w[:1].islower() for w in words)


def corrected(words: Sequence[str], named: Iterable[Named]) -> dict[str, str]:
    """For misspelled names of things, by the word as `plain` makes it, the word that was meant."""
    right = {}
    for each in (n for n in named if n.how == How.FUZZY and n.type != "person"):
        names = plain(each.name).split()
        right[each.said] = min(names, key=lambda name: OSA.distance(each.said, name))
    return {word: right[plain(word)] for word in words if plain(word) in right}
