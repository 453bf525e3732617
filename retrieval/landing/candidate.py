"""What landed: memories with all that they are ranked by. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from math import isnan
from typing import Any, NamedTuple, overload
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from momo.platform.tenancy.packed import ID

Floats = NDArray[np.float64]
Keys = NDArray[np.bytes_]

# Sorts as ids do, and two are alike where their ids are.
KEY = np.dtype(f"S{ID.itemsize}")
NO_KEY = bytes(ID.itemsize)


class Candidate(NamedTuple):
    """A memory that a leg brought, with what it is ranked by.

    Keys are ids as their 16 bytes, NO_KEY for none; `successor_key` is that of what superseded it,
    `item_key` that of the source item. `moment` is the source date in seconds since 1970.
    `word_count` to `gives_reason` say how it is worded (see
    decisions.wording), `decision_type` is empty for an observation. `cosine` is None without an
    embedding under the model; `strengths` says of each of the query's lexemes how much of it is in
    the text and around it, from 0 to 1 (SAID_ITSELF and more where the text itself has it);
    `involvement` is summed over the named people: 1 for who said it, less for who was told.
    """

    key: bytes
    kind: str
    status: str
    moment: float
    item_key: bytes
    title: str
    summary: str
    successor_key: bytes = NO_KEY
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
    def id(self) -> UUID:
        return UUID(bytes=self.key)

    @property
    def source_item_id(self) -> UUID | None:
        return None if self.item_key == NO_KEY else UUID(bytes=self.item_key)

    @property
    def source_date(self) -> datetime:
        return datetime.fromtimestamp(self.moment, UTC)

    @property
    def superseded(self) -> bool:
        return self.successor_key != NO_KEY


# What is read of a memory's row, in this order.
READ = Candidate._fields[: Candidate._fields.index("involvement")]


@dataclass(frozen=True, eq=False)
class Candidates(Sequence[Candidate]):
    """Hundreds of them by columns, as they are ranked; each made as it is looked at.

    What a Candidate has up to `decision_type` is in `texts` or, of shape (n,), in `numbers`, keys
    among them; `rows` of that shape says which of the texts are theirs. Of that shape are
    `involvements` and `cosines`, too (NaN where there is none); `strengths` has shape (n, lexemes).
    """

    numbers: Mapping[str, NDArray[Any]]
    texts: Mapping[str, Sequence[str]]
    rows: NDArray[np.intp]
    involvements: Floats
    cosines: Floats
    strengths: Floats

    @property
    def keys(self) -> Keys:
        return self.numbers["key"]

    @cached_property
    def messages(self) -> NDArray[np.bool_]:
        """Which are what somebody wrote, shape (n,)."""
        are = np.array([kind == "observation" for kind in self.texts["kind"]], np.bool_)
        return are[self.rows]

    @cached_property
    def superseded(self) -> NDArray[np.bool_]:
        """Which something superseded, shape (n,)."""
        return np.asarray(self.numbers["successor_key"] != NO_KEY)

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, place: int) -> Candidate: ...
    @overload
    def __getitem__(self, place: slice) -> list[Candidate]: ...
    def __getitem__(self, place: int | slice) -> Candidate | list[Candidate]:
        if isinstance(place, slice):
            return [self[n] for n in range(*place.indices(len(self)))]
        row, cosine, key = int(self.rows[place]), float(self.cosines[place]), place * ID.itemsize
        read = [
            texts[row] if texts is not None
            else packed[key : key + ID.itemsize] if packed is not None
            else numbers.item(place)
            for texts, packed, numbers in self._columns
        ]  # fmt: skip
        return Candidate._make((
            *read, float(self.involvements[place]), None if isnan(cosine) else cosine,
            tuple(self.strengths[place].tolist()),
        ))  # fmt: skip

    @cached_property
    def _columns(self) -> list[tuple[Sequence[str] | None, bytes | None, Any]]:
        """Of READ, in its order: texts, keys one after the other (numpy takes zeros at the end of
        one for none), or numbers."""
        return [
            (self.texts[name], None, None) if name in self.texts
            else (None, self.numbers[name].tobytes(), None) if self.numbers[name].dtype == KEY
            else (None, None, self.numbers[name])
            for name in READ
        ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Landed:
    """What the legs brought, by id, and the query's lexemes, in the order of `strengths`.

    `frequencies` says in how many memories each lexeme is, of `indexed` ones: of those that the
    principal sees, whether or not they pass the filters; a decision's message speaks for it.
    """

    candidates: Candidates
    lexemes: tuple[str, ...] = ()
    frequencies: tuple[int, ...] = ()
    indexed: int = 0
