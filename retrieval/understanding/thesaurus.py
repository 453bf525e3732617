"""Words that mean much the same. Pure.

Who asks what a thing costs finds its price: word vectors know little of that, and stemming nothing.
Plain English of work and of every day, no trade's own; of the words of a line the first mean most.
"""

from collections.abc import Iterable
from functools import lru_cache

from snowballstemmer import stemmer

from retrieval.tuning import RELATED_TO_ALL, RELATED_TO_ONE

_ALIKE = """
cost price fee pricing | salary pay wage | payment payout pay | buy purchase bought | sell sale sold
discount rebate off | invoice bill receipt | money fund budget | loan lender credit borrow
invest investor investment | job position career | profession career job | hire recruit employ
boss manager supervisor | engineer developer programmer | colleague coworker teammate
applicant candidate application | company firm business | customer client
supplier vendor provider | begin start launch | finish complete done | stop quit cease
cancel withdraw abandon | choose select pick | reject decline refuse | approve accept authorize
forbid ban prohibit | allow permit | poll vote ballot | election vote | win winner victory
won winner victory | lose loss | change modify alter | replace substitute switch
remove delete drop | fix repair solve | bug defect error | fail failure crash | test check verify
deadline due | schedule timetable | delay postpone late | rename name | propose suggest proposal
reason rationale | result outcome conclusion | advantage benefit | disadvantage drawback
danger risk threat | safe secure | document draft paper | rule policy guideline
guide manual tutorial | reply answer response | explain clarify | discover find notice
increase raise grow | decrease reduce lower | fast quick rapid | important essential crucial
difficult hard tough | wrong incorrect mistake | trip travel vacation | holiday vacation
hotel accommodation | flight plane airport | child kid son daughter | children kids son daughter
parent mother father | sibling brother sister | spouse husband wife | marry marriage wedding
married wedding husband wife | dating boyfriend girlfriend | friend buddy pal
sick ill illness | injury hurt accident | doctor physician hospital | stress anxiety pressure
relax unwind calm | scared afraid fear | angry mad furious
support help encourage | volunteer charity | donate donation charity | photo picture image
film movie | song music | singer musician band | concert show gig | car vehicle truck
bike bicycle cycling | country nation homeland | ocean sea beach | forest woods nature
hike trail hiking | camp camping tent | garden plant flower | meal dinner lunch
exercise workout gym | school college university | degree graduate | teach teacher instructor
learn lesson training | student pupil | goal dream ambition | obstacle challenge setback
advice tip suggestion | gift present | hobby pastime
tournament competition contest | award prize medal trophy | religion church faith
dog puppy | cat kitten | pet dog cat | speech talk | conference workshop | event festival
"""


def related_to(terms: Iterable[str]) -> dict[str, str]:
    """Words to search for besides case-folded ones, each with the one it is for.

    RELATED_TO_ONE of a word and RELATED_TO_ALL in all at most: each takes the database time.
    """
    near = (term for term in terms if term[:_BEGINNING] in _beginnings())
    said = {lexeme_of(term): term for term in near}
    found: dict[str, str] = {}
    for lexeme, term in said.items():
        others = [word for word in _related().get(lexeme, ()) if lexeme_of(word) not in said]
        found = {**found, **{w: term for w in others[:RELATED_TO_ONE] if w not in found}}
    return dict(list(found.items())[:RELATED_TO_ALL])


def lexeme_of(word: str) -> str:
    """A case-folded word as Postgres indexes it."""
    return _lexemes().get(word) or _stemmed(word)


def _stemmed(word: str) -> str:
    return str(stemmer("english").stemWord(word))  # one stemmer is not for two threads


_BEGINNING = 3  # letters of a word that stemming leaves; to stem all words would take 0.1 ms


def _lines() -> list[list[str]]:
    return [line.split() for line in _ALIKE.replace("\n", "|").split("|") if line.strip()]


@lru_cache(maxsize=1)
def _lexemes() -> dict[str, str]:
    return {word: _stemmed(word) for line in _lines() for word in line}


@lru_cache(maxsize=1)
def _beginnings() -> frozenset[str]:
    return frozenset(word[:_BEGINNING] for word in _lexemes())


@lru_cache(maxsize=1)
def _related() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for words in _lines():
        for word in words:
            found.setdefault(lexeme_of(word), []).extend(other for other in words if other != word)
    return {lexeme: tuple(dict.fromkeys(words)) for lexeme, words in found.items()}
