"""Mails by somebody who wants the page to do something, and a look for whether it did."""

from email.message import EmailMessage
from pathlib import Path

from tests.browser.visitor import Visitor
from tests.mailbox import mail, write_mbox

ELSEWHERE = "https://elsewhere.example"
TRAP = "window.__trapped = true"
MARK = "Qwertz"  # in every payload's topic, by which its decision is found

_LOOK_FOR_HARM = Path(__file__).with_suffix(".js").read_text()

# Each is decided in a mail of its own: as its subject, in its text and as its sender's name.
PAYLOADS = {
    "script": f"<script>{TRAP}</script>",
    "image": f"<img src=x onerror={TRAP!r}>",
    "svg": f"<svg onload={TRAP!r}><a xlink:href='javascript:{TRAP}'>go</a></svg>",
    "frame": f"<iframe srcdoc='<script>parent.{TRAP}</script>'></iframe>",
    "closing": f"</textarea></script></style>--><img src='{ELSEWHERE}/a.png'>",
    "markdown": f"![pixel]({ELSEWHERE}/b.png) [click](javascript:{TRAP}) <{ELSEWHERE}/auto>",
    "html-link": f"<a href='javascript:{TRAP}'>details</a>",
    "template": "{{constructor.constructor('return this')().__trapped=1}} ${7*7} %s",
    "override": "the invoice \u202efdp.exe\u202c and \u2066more\u2069",
    "zero-width": "pay\u200bpal\u2060 and ad\u00admin",
    "long": "W" * 10_000,
    "rtl": "نستخدم قاعدة البيانات وليس الملفات",
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈 ZWJ " * 20,
    "combining": "Z" + "\u0351\u0353\u035c" * 60 + "algo",
}


def write_hostile_mails(folder: Path) -> Path:
    """An mbox: a decision for each payload, then a second that replaces it."""
    mails = [_decided(number, *each) for number, each in enumerate(PAYLOADS.items())]
    return write_mbox(folder / "hostile.mbox", mails)


def _decided(number: int, name: str, payload: str) -> EmailMessage:
    topic = f"{MARK} {name}"
    text = (
        f"We decided to use Postgres instead of MySQL for {topic}, because {payload} works.\n"
        f"I'll have the draft for {topic} {payload} ready by Friday.\n"
    )
    subject = f"{topic} {payload}"[:900].replace("\u2066", "").replace("\u2069", "")
    return mail(
        number, text=text, Subject=subject, From=f'"{_name(payload)}" <x{number}@mail.example>'
    )


def _name(payload: str) -> str:
    return payload.replace('"', "'").replace("\\", "/")[:200]


def harm_on(visitor: Visitor) -> list[str]:
    """What was carried out, which elements came of it, and whether the page outgrew its window."""
    found: list[str] = visitor.page.evaluate(_LOOK_FOR_HARM, ELSEWHERE)
    return found
