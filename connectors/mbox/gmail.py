"""What Google Takeout adds to a mail: its labels and its conversation. Pure."""

from dataclasses import dataclass

from connectors.normalize.addresses import decode_words
from connectors.normalize.headers import Headers

# Takeout names its labels in the language of the account.
_TRASH = frozenset({
    "trash", "bin", "papierkorb", "corbeille", "papelera", "cestino", "lixeira", "lixo",
    "prullenbak", "kosz", "papperskorgen", "papirkurv", "roskakori", "корзина", "ゴミ箱",
})  # fmt: skip
_UNWANTED = {
    "spam": "it lies in Spam",
    "drafts": "a draft that was not sent",
    **dict.fromkeys(_TRASH, "it lies in the trash"),
}
_STATES = frozenset({"inbox", "archived", "opened", "unread"})  # they say nothing of the mail
_MAX_THREAD_DIGITS = 20  # an unsigned 64-bit number


@dataclass(frozen=True, slots=True)
class GmailMarks:
    """Labels in lower case; `thread` in hexadecimal, as Gmail's own links and API write it."""

    labels: tuple[str, ...] = ()
    thread: str = ""

    @property
    def unwanted(self) -> str:
        """Why the mail is left out; empty where it is not."""
        return next((_UNWANTED[label] for label in self.labels if label in _UNWANTED), "")

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(label for label in self.labels if label not in _STATES)


def gmail_marks(headers: Headers) -> GmailMarks:
    words = decode_words(" ".join(headers.get("x-gmail-labels", [])))
    labels = (label.strip().lower() for label in words.split(","))
    number = " ".join(headers.get("x-gm-thrid", []))
    is_number = number.isascii() and number.isdecimal() and len(number) <= _MAX_THREAD_DIGITS
    return GmailMarks(
        labels=tuple(label for label in labels if label),
        thread=f"{int(number):x}" if is_number else "",
    )
