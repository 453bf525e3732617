"""What the Normalize stage hands on: the text to read, and an account of what was left out."""

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Removed:
    """How many characters of one kind went.

    Kinds: quote, signature, phone_footer, legal_footer, list_footer, notification_footer, banner,
    forward_header, returned_mail, armor (PGP), hidden, front_matter, comment, oversize.
    """

    kind: str
    characters: int


@dataclass(frozen=True, slots=True)
class NormalizedText:
    """Text that a person wrote, and what was taken away around it.

    `attachments` holds the file names that a mail carries, in order.
    """

    text: str
    removed: tuple[Removed, ...] = ()
    attachments: tuple[str, ...] = ()


@dataclass(slots=True)
class Ledger:
    """Counts what is removed while a text is cleaned."""

    counts: dict[str, int] = field(default_factory=dict)

    def add(self, kind: str, characters: int) -> None:
        if characters > 0:
            self.counts[kind] = self.counts.get(kind, 0) + characters

    def add_lines(self, kind: str, lines: Iterable[str]) -> None:
        self.add(kind, sum(map(len, lines)))

    def add_all(self, removed: Iterable[Removed]) -> None:
        for entry in removed:
            self.add(entry.kind, entry.characters)

    def removed(self) -> tuple[Removed, ...]:
        return tuple(Removed(kind, count) for kind, count in self.counts.items())
