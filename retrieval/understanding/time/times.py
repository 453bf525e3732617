"""The time that a question means: "since Monday", "between May and July", "before the launch".

The words that name a period are found by `relative.py` and `dates.py`; here is
what stands before them, and whether they are meant as a time at all. Pure.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from enum import StrEnum

from dateutil.relativedelta import relativedelta

from decisions.wording import STOP_WORDS
from retrieval.tuning import EVENT_DAYS, EVENT_WORDS, TIME_WORDS
from retrieval.understanding.time import spans
from retrieval.understanding.time.dates import TOKEN, Firmness, Period, Said, day_number
from retrieval.understanding.time.relative import may_begin, period_at
from retrieval.understanding.time.spans import Granularity, Span


class Relation(StrEnum):
    """How a question's time lies to what it names."""

    BEFORE = "before"
    AFTER = "after"
    SINCE = "since"
    UNTIL = "until"
    AROUND = "around"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, by which a time is named: "before the launch".

    `words` are those that carry it, case-folded.
    """

    relation: Relation
    phrase: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Times:
    """What a question says of time: at most one of the three.

    `as_of` is the last moment of what is named with "as of".
    """

    span: Span | None = None
    as_of: datetime | None = None
    event: Event | None = None
    said: str = ""


@dataclass(frozen=True, slots=True)
class _Found:
    span: Span
    start: int
    stop: int
    firmness: Firmness
    as_of: bool = False


_RELATION = {
    "before": Relation.BEFORE, "after": Relation.AFTER, "since": Relation.SINCE,
    "until": Relation.UNTIL, "till": Relation.UNTIL, "by": Relation.UNTIL,
    "around": Relation.AROUND,
}  # fmt: skip
_RELATION_OF_TWO = {("prior", "to"): Relation.BEFORE, ("up", "to"): Relation.UNTIL}
_RELATING = {*_RELATION, *(first for first, _ in _RELATION_OF_TWO)}
_OPENING = _RELATING | {"as", "between", "from"}  # what stands before a time, and belongs to it
_UP_TO = {"to", "until", "till", "through", "and", "-", "–", "—"}
# After these a word that is also something else is a time; after the first even "May" is.
_SURE = {"in", "during", "on", "since", "before", "after", "until", "till", "between", "around"}
_LIKELY = _SURE | {"of", "by", "from", "to", "over", "within", "through", "late", "early"}
_COUNTED = {"in", "during", "since", "of"}  # after others a number before a noun counts things
_HABITS = {"do", "does", "is", "are", "can", "may", "should", "must"}
_NOT_IN_TIME = {"look", "looks", "looked", "looking", "named", "name", "go", "ask", "asked", "run"}
_OF_SOMETHING = {"the", "our", "that", "their", "his", "her", "its", "my", "your"}
_SOMEBODY = {"we", "i", "they", "he", "she", "you"}
_NEXT_CLAUSE = "what who which when where why how and but or so then because did do does"
_ENDS_EVENT = set(_NEXT_CLAUSE.split())
_AUXILIARY = {"was", "were", "is", "are", "has", "have", "had", "can", "could", "will", "would"}
_PAST = {"went", "left", "began", "chose", "became", "won", "lost", "sold", "bought", "met", "got"}
_PUNCTUATION = set(',;:?!.()[]"')
_ENGLISH_GERUND = 5  # letters from which a word in -ing is a doing: "before going", not "king"


def times_of(text: str, *, now: datetime, zone: tzinfo = UTC, day_first: bool = True) -> Times:
    """The time that a cleaned text names, the firmest and then the first, as of a zoned `now`.

    Days begin at midnight in `zone`, weeks on Monday; without a year the last such time is meant,
    and 3/4 is the third of April unless `day_first` is off.
    """
    tokens = [m for _, m in zip(range(TIME_WORDS), TOKEN.finditer(text), strict=False)]
    capitals = frozenset(n for n, m in enumerate(tokens) if m.group()[0].isupper())
    words = tuple(m.group().casefold() for m in tokens)
    said = Said(words, capitals, now.astimezone(zone), day_first=day_first)
    found = _all(said)
    if not found:
        event = _event(said, text, [m.span() for m in tokens])
        return Times(event=event)
    best = max(found, key=lambda f: (f.firmness, -f.start))
    spoken = text[tokens[best.start].start() : tokens[best.stop - 1].end()]
    span = spans.in_utc(best.span, spoken)
    if best.as_of:
        return Times(as_of=span.end - datetime.resolution, said=spoken)
    return Times(span=span, said=spoken)


def _all(said: Said) -> list[_Found]:
    found, place = [], 0
    while place < len(said.words):
        if one := _at(said, place):
            found.append(one)
            place = one.stop
        else:
            place += 1
    # What is asked for as of a day is asked for as of that day, whatever else is named.
    return [f for f in found if f.as_of] or found


def _at(said: Said, place: int) -> _Found | None:
    word = said.words[place]
    if word not in _OPENING and not may_begin(word):
        return None
    try:
        return _as_of(said, place) or _range(said, place) or _related(said, place)
    except (ValueError, OverflowError):  # the 31st of June, the end of the year 9999
        return None


def _as_of(said: Said, place: int) -> _Found | None:
    if said.at(place) != "as" or said.at(place + 1) not in ("of", "at"):
        return None
    period = _period(said, place + 2)
    if not period or period.span.holds(said.now):
        return None  # "as of today" is what is asked for anyway
    return _Found(period.span, place, period.stop, period.firmness, as_of=True)


def _range(said: Said, place: int) -> _Found | None:
    """As between May and July, from 3 May to 5 May, Jan-Mar 2025."""
    opened = said.at(place) in ("between", "from")
    if opened and (days := _days(said, place + 1)):
        return replace(days, start=place)
    first = _period(said, place + opened)
    if not first or said.at(first.stop) not in _UP_TO:
        return None
    if not opened and said.at(first.stop) == "and":
        return None
    last = _period(said, first.stop + 1)
    if not last or (not opened and first.weak and last.weak and last.doubtful):
        return None
    start, end = _in_order(first, last)
    firmness = max(first.firmness, last.firmness)
    return _Found(spans.between(start, end), place, last.stop, firmness)


def _days(said: Said, place: int) -> _Found | None:
    """As 3 to 5 May, the 3rd and the 5th of May: days of one month."""
    place = said.after(place, "the")
    first = day_number(said.at(place))
    last = _period(said, place + 2) if first and said.at(place + 1) in _UP_TO else None
    if not last or last.weak or last.span.granularity != Granularity.DAY:
        return None
    start = last.span.start.replace(day=first)
    span = spans.between(spans.day(start), last.span)
    return _Found(span, place, last.stop, last.firmness) if start <= last.span.start else None


def _in_order(first: Period, last: Period) -> tuple[Span, Span]:
    """Both in years that fit: one without a year is next to the one that has it."""
    start, end = first.span, last.span
    if first.firmness == Firmness.YEARLESS:
        start = _moved(start, end.start.year - start.start.year)
        start = _moved(start, -1) if start.start > end.start else start
    elif last.firmness == Firmness.YEARLESS:
        end = _moved(end, start.start.year - end.start.year)
        end = _moved(end, 1) if end.start < start.start else end
    return (start, end) if start.start <= end.start else (end, start)


def _moved(span: Span, years: int) -> Span:
    by = relativedelta(years=years)
    return replace(span, start=span.start + by, end=span.end + by)


def _related(said: Said, place: int) -> _Found | None:
    """A period by itself, or with what is asked for before, after or around it."""
    relation, then = _relation(said, place)
    if relation:
        ahead = replace(said, ahead=relation == Relation.UNTIL)
        if (period := _period(ahead, then)) and _meant(said, period, then):
            span = related(period.span, relation, now=said.now)
            return _Found(span, place, period.stop, period.firmness)
    period = period_at(said, place)
    if period and _meant(said, period, place):
        return _Found(period.span, place, period.stop, period.firmness)
    return None


def _relation(said: Said, place: int) -> tuple[Relation | None, int]:
    """Which relation a word tells, and where what it is to begins."""
    pair = (said.at(place), said.at(place + 1))
    if pair in _RELATION_OF_TWO:
        return _RELATION_OF_TWO[pair], place + 2
    if said.at(place - 1) in _NOT_IN_TIME:
        return None, place
    return _RELATION.get(said.at(place)), place + 1


def related(span: Span, relation: Relation, *, now: datetime) -> Span:
    """The time before, after or around a span."""
    if relation == Relation.BEFORE:
        return spans.before(span)
    if relation == Relation.UNTIL:
        return spans.until(span)
    if relation == Relation.AROUND:
        return spans.around(span, EVENT_DAYS)
    return (spans.after if relation == Relation.AFTER else spans.since)(span, now=now)


def _period(said: Said, place: int) -> Period | None:
    return period_at(said, place) or (
        period_at(said, place + 1) if said.at(place) == "the" else None
    )


def _meant(said: Said, period: Period, place: int) -> bool:
    """Whether words that may be something else are meant as a time, by what stands around them."""
    if not period.weak:
        return True
    before = said.at(place - 2) if said.at(place - 1) == "the" else said.at(place - 1)
    if before not in (_SURE if period.doubtful else _LIKELY):
        return False
    if period.span.granularity == Granularity.YEAR and before not in _COUNTED:
        then = said.at(period.stop)
        return not then.isalpha() or then in STOP_WORDS
    habit = period.firmness == Firmness.RELATIVE and before == "on"  # do we release on Friday?
    return not (habit and said.at(0) in _HABITS)


def _event(said: Said, text: str, places: list[tuple[int, int]]) -> Event | None:
    for place, word in enumerate(said.words):
        if word not in _RELATING and word != "during":
            continue
        relation, start = _relation(said, place)
        relation = Relation.AROUND if word == "during" else relation
        if not relation or word == "by":
            continue
        stop = _event_stop(said, start, relation)
        content = [w for w in said.words[start:stop] if w.isalnum() and w not in STOP_WORDS]
        if content:
            phrase = text[places[start][0] : places[stop - 1][1]]
            return Event(relation, phrase, tuple(dict.fromkeys(content)))
    return None


def _event_stop(said: Said, start: int, relation: Relation) -> int:
    """The place after the event's name; `start` itself where none begins there."""
    first = said.at(start)
    clause = first in _SOMEBODY
    doing = first.endswith("ing") and len(first) > _ENGLISH_GERUND
    if not (clause or doing or first in _OF_SOMETHING or start in said.capitals):
        return start
    stop = start
    while stop < min(len(said.words), start + EVENT_WORDS):
        if _ends_event(said, stop, clause=clause):
            break
        stop += 1
    # "Since we use Postgres" gives a reason, "since we moved" a time.
    told = any(w.endswith("ed") or w in _PAST for w in said.words[start:stop])
    return start if clause and relation == Relation.SINCE and not told else stop


def _ends_event(said: Said, place: int, *, clause: bool) -> bool:
    word = said.at(place)
    if word in _PUNCTUATION or word in _ENDS_EVENT:
        return True
    if clause:
        return False
    somewhere = place + 1 in said.capitals or said.at(place + 1) in _OF_SOMETHING
    return word in _AUXILIARY or (word == "to" and not somewhere)
