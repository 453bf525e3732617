"""What can go wrong at a model server, as it looks on the wire."""

import threading
from collections import deque
from enum import StrEnum


class Fault(StrEnum):
    """One way to fail. Those from CUT_STREAM on spoil the answer; those before refuse the call."""

    RATE_LIMIT = "rate_limit"  # 429, with Retry-After
    QUOTA = "quota"  # 429 insufficient_quota
    SERVER_ERROR = "server_error"  # 500
    UNAUTHORIZED = "unauthorized"  # 401
    TOO_LONG = "too_long"  # 400 context_length_exceeded
    HANG = "hang"  # accepts, and never answers
    CUT_STREAM = "cut_stream"  # the connection closes halfway
    CUT_LENGTH = "cut_length"  # finish_reason "length", half the text
    INVALID_JSON = "invalid_json"  # the content is not JSON
    SCHEMA_VIOLATION = "schema_violation"  # the content is another object than asked for
    EMPTY = "empty"  # the content is empty
    DECLINED = "declined"  # a refusal in place of content
    NOT_AN_API = "not_an_api"  # 200 and a web page
    NO_NUMBER = "no_number"  # JSON's own NaN, which is none
    NESTED = "nested"  # brackets, ten thousand deep
    HUGE = "huge"  # an answer larger than anybody reads
    TRICKLE = "trickle"  # a byte now and then, without end


class Faults:
    """Faults waiting to happen, in order, one a request. Safe to use between threads."""

    def __init__(self) -> None:
        self._waiting: deque[Fault] = deque()
        self._lock = threading.Lock()

    def add(self, fault: Fault, times: int) -> None:
        with self._lock:
            self._waiting.extend([fault] * times)

    def clear(self) -> None:
        """From now on nothing goes wrong."""
        with self._lock:
            self._waiting.clear()

    def next(self) -> Fault | None:
        with self._lock:
            return self._waiting.popleft() if self._waiting else None
