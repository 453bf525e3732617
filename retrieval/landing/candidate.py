"""What landed: memories with all that they are ranked by. Pure."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID


class Candidate(NamedTuple):  # of hundreds a search: a dataclass takes several times as long
    """A memory that a leg brought, with what it is ranked by.

    `moment` is the source date in seconds since 1970, `successor` what superseded it. `word_count`
    to `gives_reason` say how it is worded (see decisions.wording), `decision_type` is empty for an
    observation. `cosine` is None without an embedding under the model; `strengths` says of each of
    the query's lexemes how much of it is in the text and around it, from 0 to 1 (SAID_ITSELF and
    more where the text itself has it); `involvement` is summed over the named people: 1 for who
    said it, less for who was told.
    """

    id: UUID
    kind: str
    status: str
    moment: float
    source_item_id: UUID | None
    title: str
    summary: str
    successor: UUID | None = None
    word_count: int = 0
    first_person_count: int = 0
    name_count: int = 0
    tells_time: bool = False
    is_question: bool = False
    gives_reason: bool = False
    decision_type: str = ""
    involvement: float = 0.0
    cosine: float | None = None
    strengths: tuple[float, ...] = ()

    @property
    def source_date(self) -> datetime:
        return datetime.fromtimestamp(self.moment, UTC)

    @property
    def superseded(self) -> bool:
        return self.successor is not None


@dataclass(frozen=True, slots=True)
class Landed:
    """What the legs brought, by id, and the query's lexemes, in the order of `strengths`.

    `frequencies` says in how many memories each lexeme is, of `indexed` ones: of those that the
    principal sees, whether or not they pass the filters; a decision's message speaks for it.
    """

    candidates: list[Candidate]
    lexemes: tuple[str, ...] = ()
    frequencies: tuple[int, ...] = ()
    indexed: int = 0
