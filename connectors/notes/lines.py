"""Lines of a file in bounded memory, however long one of them is."""

from collections.abc import Iterator

from connectors.files.members import CHUNK_BYTES, MIB, ByteStream

MAX_LINE_BYTES = 8 * MIB


def lines(stream: ByteStream, limit: int = MAX_LINE_BYTES) -> Iterator[bytes | None]:
    """Every line without its end; None for one longer than `limit`, which is not kept.

    Raises MemberError where reading fails.
    """
    held = b""
    too_long = False
    while chunk := stream.read(CHUNK_BYTES):
        *whole, held = (held + chunk).split(b"\n")
        for line in whole:
            yield None if too_long or len(line) > limit else line
            too_long = False
        if len(held) > limit:
            held, too_long = b"", True
    if held or too_long:
        yield None if too_long else held
