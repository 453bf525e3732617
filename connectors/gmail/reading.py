"""Reading mails by their ids, in batches and within bounds of memory."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from connectors.contract import Refusal, SourceRecord
from connectors.gmail import mapping
from connectors.gmail.client import Answers, Gmail
from connectors.gmail.mapping import State
from connectors.gmail.tuning import BATCH_BYTES, BATCH_CALLS, MAX_MAIL_BYTES, PAGE_BYTES
from connectors.live.errors import SourceError
from connectors.live.session import Session


@dataclass(slots=True)
class Mails:
    """Mails that were read, and the ids of all that were asked for: `came` were read, `gone` are
    gone or unwanted, `passed` have no label that is collected, and `left` are still to be read:
    more than fits a page, or Google asked to wait meanwhile."""

    readings: list[SourceRecord | Refusal] = field(default_factory=list)
    came: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


def read_mails(session: Session, gmail: Gmail, ids: Sequence[str]) -> Mails:
    """Read mails in the order of their ids. Raises SourceError where none could be read."""
    as_of = session.now()
    answers = gmail.states(ids)
    states = {mail_id: mapping.read_state(told) for mail_id, told in answers.found.items()}
    wanted = [each for each in states.values() if each and _is_wanted(session, each)]
    raws = _raws(gmail, _fitting(wanted))
    names = _label_names(gmail, wanted)
    mails = Mails(gone=[*answers.gone, *raws.gone])
    odd = {*answers.refused, *raws.refused, *(key for key in states if states[key] is None)}
    for mail_id in ids:
        state = states.get(mail_id)
        reading: SourceRecord | Refusal | None = None
        if mail_id in odd:
            reading = mapping.odd(mail_id)
        elif state and state.is_unwanted:
            mails.gone.append(mail_id)
        elif state and not is_collected(session, state):
            mails.passed.append(mail_id)
        elif state and state.size > MAX_MAIL_BYTES:
            reading = mapping.too_large(mail_id)
        elif state and mail_id in raws.found:
            raw, mailbox = raws.found[mail_id], session.account_id
            reading = mapping.mail(state, raw, names, mailbox=mailbox, as_of=as_of)
        elif mail_id not in mails.gone:
            mails.left.append(mail_id)
        if reading:
            mails.readings.append(reading)
            mails.came.append(mail_id)
    if problem := answers.problem or raws.problem:
        gmail.heed(problem)
    return mails


def is_collected(session: Session, state: State) -> bool:
    """Whether a mail has a label that somebody chose; where nobody did, all have."""
    return session.chosen is None or bool(state.labels & session.chosen)


def _is_wanted(session: Session, state: State) -> bool:
    return not state.is_unwanted and is_collected(session, state)


def _fitting(states: Iterable[State]) -> list[State]:
    """The first mails that fit a page together; one of any allowed size does."""
    allowed = [state for state in states if state.size <= MAX_MAIL_BYTES]
    totals = accumulate(state.size for state in allowed)
    return [
        state
        for number, (state, total) in enumerate(zip(allowed, totals, strict=True))
        if number == 0 or total <= PAGE_BYTES
    ]


def _raws(gmail: Gmail, states: Sequence[State]) -> Answers:
    """Whole mails, in batches of a bounded size, until one of them meets a problem."""
    answers = Answers()
    for batch in _split(states):
        try:
            some = gmail.raws([state.id for state in batch])
        except SourceError:
            if not answers.found:
                raise
            break
        answers.add(some)
        if some.problem:
            answers.problem = some.problem
            break
    return answers


def _split(states: Sequence[State]) -> Iterator[list[State]]:
    batch: list[State] = []
    size = 0
    for state in states:
        if batch and (size + state.size > BATCH_BYTES or len(batch) == BATCH_CALLS):
            yield batch
            batch, size = [], 0
        batch.append(state)
        size += state.size
    if batch:
        yield batch


def _label_names(gmail: Gmail, states: Iterable[State]) -> Mapping[str, str]:
    """Names of the labels that people made, if there are any on these mails."""
    if any(mapping.is_made(label) for state in states for label in state.labels):
        return mapping.read_label_names(gmail.labels())
    return {}
