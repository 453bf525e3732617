"""Forms of words that stemming does not bring together: "wrote" and "written" are "write". Pure.

Searching for all of them brings more; scoring counts them as the one word that was asked for.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from retrieval.tuning import FIRST_NAMED, RELATED_SHARE
from retrieval.understanding.fuzzy import plain
from retrieval.understanding.query import Query
from retrieval.understanding.thesaurus import lexeme_of, related_to

_IRREGULAR = """
become became|begin began begun|bend bent|bite bit bitten|blow blew blown|break broke broken
bring brought|build built|buy bought|catch caught|come came|deal dealt|dig dug|draw drew drawn
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt
fight fought|find found|fly flew flown|forget forgot forgotten|forgive forgave forgiven
freeze froze frozen|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept
lay laid|lead led|leave left|lend lent|lose lost|mean meant|meet met|pay paid|ride rode ridden
ring rang rung|rise rose risen|run ran|see saw seen|seek sought|sell sold|send sent
shake shook shaken|shine shone|shoot shot|shrink shrank shrunk|sing sang sung|sink sank sunk
sit sat|sleep slept|speak spoke spoken|spend spent|stand stood|steal stole stolen|stick stuck
strike struck|swear swore sworn|swim swam swum|take took taken|teach taught|tear tore torn
think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn|win won
withdraw withdrew withdrawn|write wrote written
child children|foot feet|man men|mouse mice|person people|tooth teeth|woman women
"""
_WORDS = [tuple(line.split()) for line in re.split(r"[|\n]", _IRREGULAR) if line.strip()]


def _regular(base: str) -> tuple[str, ...]:
    """The forms that stemming brings together with the base."""
    if re.search("[^e]e$", base):
        return f"{base}s", f"{base[:-1]}ing"
    doubled = base[-1] if re.search("[^aeiou][aeiou][^aeiouwy]$", base) else ""
    return f"{base}s", f"{base}{doubled}ing"


_FORMS = {form: words for words in _WORDS for form in (*words, *_regular(words[0]))}
# As Postgres stems them: "leave" is "leav", "fly" is "fli".
_BASE = {
    lexeme: words[0]
    for words in _WORDS
    for form in words
    for lexeme in (form, form.removesuffix("e"), re.sub("y$", "i", form))
}


def with_forms(terms: Sequence[str]) -> tuple[str, ...]:
    """The case-folded terms, each followed by the irregular forms of its word; then what means much
    the same."""
    forms = (form for term in terms for form in (term, *_FORMS.get(term, ())))
    return tuple(dict.fromkeys((*forms, *related_to(terms))))


def groups_of(
    lexemes: Sequence[str], terms: Sequence[str]
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """For each lexeme the number of its word, from 0 on without a gap, and what it counts of it: 1
    unless it only means much the same as one of the terms. Both of shape (len(lexemes),)."""
    meant = {lexeme_of(word): lexeme_of(term) for word, term in related_to(terms).items()}
    words = [meant.get(lexeme, lexeme) for lexeme in lexemes]
    words = [_BASE.get(word, word) for word in words]
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    counted = [RELATED_SHARE if lexeme in meant else 1.0 for lexeme in lexemes]
    return np.array([numbers[word] for word in words], dtype=np.intp), np.array(counted)


def shares(query: Query) -> list[float]:
    """How much each of the query's people counts, in their order; 1 on average over their names.

    Whoever is named first counts thrice: who said it is named before whom it was said to.
    """
    text = plain(query.text)
    places = [
        min((text.find(name) for name in person.matched if name in text), default=len(text))
        for person in query.people
    ]
    names = len({person.matched for person in query.people})
    whole = names + FIRST_NAMED - 1
    return [names * (FIRST_NAMED if place == min(places) else 1) / whole for place in places]
