"""A call as it goes over the wire, and its answer. Nothing here waits: see `client`."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import IO, Any, Final, Generic, TypeVar
from uuid import uuid4

import httpx
from pydantic import BaseModel, ConfigDict, PrivateAttr, TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

from momo.client.errors import Problem, UnexpectedAnswer, problem_of

T = TypeVar("T")

IDEMPOTENCY_KEY = "Idempotency-Key"
REPEATABLE = frozenset({"GET", "PUT", "DELETE"})  # what may be sent twice, whatever came of it
PASSING = frozenset({502, 503, 504})  # statuses that may be gone when one asks again
ATTEMPTS = 3  # of a call, the first one too; chosen: the third rarely helps, a fourth never did
FIRST_PAUSE = 0.5  # seconds; each further one is twice as long
LONGEST_PAUSE = 30.0  # seconds that a call waits because the server said so; longer ones raise


class _Omitted(Enum):
    OMIT = "omit"


OMIT: Final = _Omitted.OMIT
Omitted = _Omitted


class Model(BaseModel):
    """Something that the server answered. What this version does not know is kept, and ignored."""

    model_config = ConfigDict(frozen=True, extra="allow", protected_namespaces=())
    _etag: str = PrivateAttr(default="")

    @property
    def etag(self) -> str:
        """The version that was read, for `if_match`; empty where it has none."""
        return self._etag


File = bytes | IO[bytes] | tuple[str, bytes | IO[bytes]]  # the tuple gives it a name


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request, and the type of its answer. `body` is JSON, unless there are `files`."""

    method: str
    path: str
    answers: Any = None
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    files: Mapping[str, Any] | None = None
    headers: Mapping[str, str | None] = field(default_factory=dict)

    def request(self, client: httpx.Client | httpx.AsyncClient, accept: str) -> httpx.Request:
        """The request to send, with an idempotency key of its own where it takes one."""
        headers = {name: value for name, value in self.headers.items() if value}
        if IDEMPOTENCY_KEY in self.headers:
            headers.setdefault(IDEMPOTENCY_KEY, str(uuid4()))
        body = _said(self.body) if self.body is not None else None
        files = list(_files(_given(self.files or {})))
        sent: dict[str, Any] = {"data": body, "files": files} if files else {"json": body}
        return client.build_request(
            self.method, self.path, params=_query(self.query),
            headers={"Accept": accept, **headers}, **sent,
        )  # fmt: skip

    def read(self, response: httpx.Response) -> T:
        """The answer. Raises UnexpectedAnswer."""
        try:
            value = _parsed(self.answers, response)
        except (ValueError, ValidationError) as error:
            raise UnexpectedAnswer(f"{self.method} {self.path}: {error}") from None
        if isinstance(value, Model):
            value._etag = response.headers.get("ETag", "")
        return value  # type: ignore[no-any-return]


def pause_before(attempt: int, request: httpx.Request, failed: Problem | None) -> float | None:
    """Seconds to wait for before sending a request again; None: it is over.

    `failed` is what was answered; None where no answer came. `attempt` counts from 1.
    """
    if attempt >= ATTEMPTS or not _may_repeat(request, failed):
        return None
    pause: float = FIRST_PAUSE * 2 ** (attempt - 1)
    if failed and failed.retry_after is not None:
        pause = failed.retry_after
    return pause if pause <= LONGEST_PAUSE else None


def _may_repeat(request: httpx.Request, failed: Problem | None) -> bool:
    if failed and failed.status == 429:
        return True  # it was not carried out
    if failed and failed.code == "under_way":
        return True  # the first one is, with the same idempotency key
    if failed and failed.status not in PASSING:
        return False
    return request.method in REPEATABLE or IDEMPOTENCY_KEY in request.headers


def failure_of(response: httpx.Response) -> Problem:
    """What an answer of 400 or above says; its body is read already."""
    try:
        body = response.json()
    except ValueError:
        body = {"detail": response.reason_phrase}
    after = response.headers.get("Retry-After", "")
    seconds = float(after) if after.isdigit() else None
    return problem_of(response.status_code, body if isinstance(body, dict) else {}, seconds)


def _parsed(answers: Any, response: httpx.Response) -> Any:
    if answers is None or response.status_code == 204:
        return None
    if answers is bytes:
        return response.content
    if answers is str:
        return response.text
    return TypeAdapter(answers).validate_python(response.json())


def _said(body: Mapping[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = to_jsonable_python(_given(body))
    return told


def _given(named: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in named.items() if value is not OMIT}


def _files(named: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in named.items():
        for each in value if isinstance(value, list) else [value]:
            yield name, each


def _query(query: Mapping[str, Any]) -> httpx.QueryParams:
    given: list[tuple[str, str]] = []
    for name, value in query.items():
        if value is None:
            continue
        several = isinstance(value, Sequence) and not isinstance(value, str)
        given += [(name, _text(each)) for each in (value if several else [value])]
    return httpx.QueryParams(tuple(given))


def _text(value: Any) -> str:
    plain = to_jsonable_python(value)
    return plain if isinstance(plain, str) else json.dumps(plain)
