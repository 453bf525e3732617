"""All files of a Notion export, those of the zips inside its zip included."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from connectors.contract import Refusal, UnreadableSource
from connectors.files.archive import WHOLE_FILES, Budget, ZipBundle, ZipLimits
from connectors.files.bundle import open_bundle
from connectors.files.members import CHUNK_BYTES, MIB, Bundle, Member, MemberError

PARTS_LIMITS = ZipLimits(member=4096 * MIB, total=8192 * MIB)  # parts hold images, which go unread
MAX_PARTS = 100
_IN_MEMORY_BYTES = 16 * MIB


@dataclass(frozen=True, slots=True)
class Located:
    """A file and what it is read from."""

    bundle: Bundle
    member: Member


@contextmanager
def open_parts(path: Path) -> Iterator[tuple[list[Located], list[Refusal]]]:
    """The files in order, part by part, and a refusal for each part that cannot be opened.

    Raises UnreadableSource.
    """
    with ExitStack() as stack:
        outer = stack.enter_context(open_bundle(path, PARTS_LIMITS))
        files = [Located(outer, member) for member in outer.members if member.suffix != ".zip"]
        zips = [member for member in outer.members if member.suffix == ".zip"]
        refusals = [
            Refusal(member.name, f"more than {MAX_PARTS} zips in one: import it on its own")
            for member in zips[MAX_PARTS:]
        ]
        budget = Budget(WHOLE_FILES)
        for member in zips[:MAX_PARTS]:
            try:
                part = ZipBundle(stack.enter_context(_copied(outer, member)), budget)
            except (MemberError, UnreadableSource) as bad:
                refusals.append(Refusal(member.name, str(bad)))
            else:
                files += [Located(part, inner) for inner in part.members]
        yield files, refusals


@contextmanager
def _copied(bundle: Bundle, member: Member) -> Iterator[IO[bytes]]:
    """A copy that can be read in any order: nameless, and gone when it is closed."""
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES) as copy:
        with bundle.open(member) as stream:
            while chunk := stream.read(CHUNK_BYTES):
                copy.write(chunk)
        copy.seek(0)
        yield copy
