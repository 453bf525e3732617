"""Google's batch requests: many HTTP requests in one, as multipart/mixed."""

from collections.abc import Iterable
from dataclasses import dataclass
from email import message_from_bytes
from http import HTTPStatus

MAX_CALLS = 100
BOUNDARY = "batch_fake"


@dataclass(frozen=True, slots=True)
class Call:
    """One request of a batch. `target` has path and query."""

    content_id: str
    method: str
    target: str
    headers: dict[str, str]


@dataclass(frozen=True, slots=True)
class Reply:
    content_id: str
    status: int
    body: bytes
    headers: dict[str, str]


def read_batch(content_type: str, body: bytes) -> list[Call]:
    """The requests of a batch. Raises ValueError where it is none."""
    whole = message_from_bytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body)
    if not whole.is_multipart():
        raise ValueError("not multipart")
    calls = []
    for part in whole.walk():
        if part.get_content_type() != "application/http":
            continue
        text = str(part.get_payload())
        first, _, rest = text.partition("\n")
        method, target, _ = first.split(" ", 2)
        headers = message_from_bytes(rest.encode()).items()
        content_id = str(part["Content-ID"])
        calls.append(Call(content_id, method, target, {k.lower(): v for k, v in headers}))
    return calls


def write_batch(replies: Iterable[Reply]) -> tuple[str, bytes]:
    """The content type and the body of the answer."""
    parts = b"".join(_part(reply) for reply in replies)
    return f"multipart/mixed; boundary={BOUNDARY}", parts + f"--{BOUNDARY}--\r\n".encode()


def _part(reply: Reply) -> bytes:
    phrase = HTTPStatus(reply.status).phrase
    headers = "".join(f"{name}: {value}\r\n" for name, value in reply.headers.items())
    head = (
        f"--{BOUNDARY}\r\nContent-Type: application/http\r\n"
        f"Content-ID: {reply.content_id.replace('<', '<response-', 1)}\r\n\r\n"
        f"HTTP/1.1 {reply.status} {phrase}\r\n"
        f"Content-Type: application/json; charset=UTF-8\r\n{headers}"
        f"Content-Length: {len(reply.body)}\r\n\r\n"
    )
    return head.encode() + reply.body + b"\r\n"
