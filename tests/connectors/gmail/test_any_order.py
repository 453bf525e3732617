"""Whatever happens in a mailbox, in whatever order: Momo has in the end what the mailbox has."""

from random import Random

import pytest

from connectors.live.errors import RateLimited, Unavailable
from tests.connectors.gmail.conftest import Clock, Reader
from tests.connectors.live.sessions import CountingLimiter

STEPS = 45
MAILS = 25  # fewer than come at once at any hour


def wanted(reader: Reader) -> set[str]:
    hidden = {"TRASH", "SPAM", "DRAFT"}
    return {mail.id for mail in reader.fake.box.mails.values() if not mail.labels & hidden}


def settle(reader: Reader) -> None:
    """Poll until nothing is refused any more, and read again what a gap calls for."""
    for _ in range(20):
        seen = len(reader.pages)
        try:
            reader.poll()
        except (RateLimited, Unavailable):
            reader.session.limiter = CountingLimiter()
            continue
        finally:
            restarts = [page.restart for page in reader.pages[seen:] if page.restart]
        for restart in restarts:
            reader.session.limiter = CountingLimiter()
            reader.fake.faults.waiting.clear()
            reader.backfill(restart)
        return
    raise AssertionError("it never came to rest")


def happen(reader: Reader, chance: Random) -> None:
    """One thing, at random."""
    fake = reader.fake
    known = list(fake.box.mails)
    what = chance.choice(
        ["mail", "mail", "mail", "mine", "draft", "old", "poll", "fault", "forget"]
    )
    if known and chance.random() < 0.5:
        what = chance.choice(["star", "unstar", "trash", "untrash", "spam", "delete", "token"])
    of = chance.choice(known) if known else ""
    if what in ("mail", "mine", "draft") and len(fake.letters) < MAILS:
        fake.do_mail("Hello.", by="me" if what == "mine" else "tom@partner.example",
                     labels=["DRAFT"] if what == "draft" else [])  # fmt: skip
    elif what == "spam":
        fake.do_label(of, "SPAM")
    elif what in ("star", "unstar", "trash", "untrash", "delete"):
        getattr(fake, f"do_{what}")(of)
    elif what == "token":
        fake.do_expire_token()
    elif what == "fault":
        fake.do_rate_limit(times=chance.randrange(3), path=chance.choice(["", "messages/"]))
    elif what == "poll":
        settle(reader)
    elif what == "forget":
        settle(reader)  # of what is deleted for good across a gap, nothing can be known
        for mail_id in list(fake.box.mails)[:2]:
            fake.do_trash(mail_id)
        fake.do_mail("Meanwhile.")
        fake.do_expire_history()
        settle(reader)


@pytest.mark.parametrize("seed", range(12))
def test_momo_has_what_the_mailbox_has(connected: Reader, clock: Clock, seed: int) -> None:
    chance = Random(seed)
    for _ in range(STEPS):
        happen(connected, chance)
        clock.advance(seconds=30)
    connected.fake.faults.waiting.clear()
    settle(connected)
    assert set(connected.mails) == wanted(connected)
    starred = {key for key, mail in connected.mails.items() if "starred" in mail.tags}
    labels = connected.fake.box.mails
    assert starred == {key for key in connected.mails if "STARRED" in labels[key].labels}
