"""What can happen in the fake's mailbox: the verbs of its scenarios."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from email.utils import formataddr
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from connectors.gmail.fake.mailbox import Mail, Mailbox
from connectors.gmail.fake.writing import Letter, filler

if TYPE_CHECKING:
    from threading import RLock

ME = "me"


class Happenings(ABC):
    """The verbs, each of which changes the mailbox and then tells of it."""

    box: Mailbox
    lock: "RLock"

    shown_name = ""  # of whoever's mailbox it is

    @abstractmethod
    def now(self) -> datetime:
        """The service's clock."""

    @abstractmethod
    def notify(self) -> None:
        """Push that the mailbox has changed."""

    def __init__(self) -> None:
        self.letters: dict[str, Letter] = {}  # by id
        self.names: dict[str, str] = {}

    def do_mail(
        self,
        text: str = "",
        *,
        subject: str = "News",
        by: str = "Tom Berg <tom@partner.example>",
        to: str = "",
        html: str = "",
        name: str = "",
        labels: Sequence[str] = (),
        attachments: Mapping[str, str] | None = None,
        days_ago: float = 0,
        thread: str = "",
        answers: str = "",
    ) -> str:
        """A new mail; one `by` me is sent, any other arrives. Returns its id."""
        is_mine = by in (ME, self.box.address)
        places = {"SENT"} if is_mine else {"INBOX", "UNREAD"}
        if set(labels) & {"DRAFT", "SPAM", "CHAT"}:
            places = set()
        with self.lock:
            mail_id = self.box.new_id()
            letter = Letter(
                sender=formataddr((self.shown_name, self.box.address)) if is_mine else by,
                to=to or ("Tom Berg <tom@partner.example>" if is_mine else self.box.address),
                subject=subject,
                text=text,
                at=self.now() - timedelta(days=days_ago),
                message_id=f"{mail_id}@mail.example",
                html=html,
                answers=answers,
                attachments=attachments or {},
            )
            self._file(mail_id, letter, thread, places | set(map(self.box.label, labels)))
            self.names[name or mail_id] = mail_id
        self.notify()
        return mail_id

    def _file(self, mail_id: str, letter: Letter, thread: str, labels: set[str]) -> None:
        moment = int(letter.at.timestamp() * 1000)
        size = len(letter.write())
        self.box.add(Mail(mail_id, thread or mail_id, moment, labels, letter.write, size))
        self.letters[mail_id] = letter

    def do_reply(self, to: str, text: str, *, by: str = ME, name: str = "") -> str:
        """An answer in the same thread, to whoever wrote what it answers."""
        answered = self.names[to]
        letter = self.letters[answered]
        wrote_me = self.box.address in letter.sender
        return self.do_mail(
            text,
            subject=f"Re: {letter.subject.removeprefix('Re: ')}",
            by=by,
            to=(letter.to if wrote_me else letter.sender) if by == ME else "",
            name=name,
            thread=self.box.mails[answered].thread,
            answers=letter.message_id,
        )

    def do_star(self, of: str) -> None:
        self._label(of, add={"STARRED"})

    def do_unstar(self, of: str) -> None:
        self._label(of, take={"STARRED"})

    def do_trash(self, of: str) -> None:
        self._label(of, add={"TRASH"}, take={"INBOX"})

    def do_untrash(self, of: str) -> None:
        self._label(of, take={"TRASH"})

    def do_label(self, of: str, label: str) -> None:
        self._label(of, add={self.box.label(label)})

    def do_delete(self, of: str) -> None:
        """For good, without the trash."""
        with self.lock:
            self.box.delete(self.names[of])
        self.notify()

    def do_expire_history(self) -> None:
        with self.lock:
            self.box.forget_history()

    def fill(
        self, mails: int, *, sent: int, starred: int, both: int = 0, days: float = 180
    ) -> None:
        """A large mailbox, spread evenly over days up to now, the same at each call. `both` are
        sent and starred, and count in each."""
        order = list(range(mails))
        Random(7).shuffle(order)  # noqa: S311  no secret
        is_sent = set(order[:sent])
        is_starred = set(order[sent - both : sent - both + starred])
        newest = self.now()
        with self.lock:
            for number in range(mails):
                at = int((newest - timedelta(days=days * number / mails)).timestamp() * 1000)
                labels = {"SENT"} if number in is_sent else {"INBOX"}
                labels |= {"STARRED"} if number in is_starred else set()
                mail_id = self.box.new_id()
                write = partial(filler, number, self.box.address, number in is_sent, at)
                self.box.put(Mail(mail_id, mail_id, at, labels, write))

    def _label(self, of: str, *, add: set[str] | None = None, take: set[str] | None = None) -> None:
        with self.lock:
            self.box.change(self.names.get(of, of), add=add or (), take=take or ())
        self.notify()
