"""Which messages no person wrote, or wrote nothing in."""

import re

from connectors.contract import Person
from decisions.extraction.contract import Message

_ROBOT = re.compile(
    r"^(?:no-?reply|do-?not-?reply|notifications?|mailer-daemon|postmaster|bounces?|alerts?|"
    r"newsletter|news|updates?|calendar-notification|automated|jenkins|builds?|ci|billing|"
    r"receipts?|marketing|info-noreply)\b|\[bot\]$|-?bot$|noreply|no-reply|donotreply",
    re.I,
)
_AUTOMATIC_TITLE = re.compile(
    r"^(?:\W*)(?:automatic reply|auto(?:matic)?[ -]?reply|auto[ -]?response|"
    r"out of (?:the )?office|ooo:|undeliver|delivery (?:status|failure|has failed)|"
    r"mail delivery (?:failed|subsystem)|returned mail|failure notice|(?:accepted|declined|"
    r"tentative|canceled event|cancelled event|invitation|updated invitation): |read: |"
    r"your (?:receipt|invoice|order)|password reset|verify your|unsubscribe)",
    re.I,
)
_AUTOMATIC_TEXT = re.compile(
    r"this is an automat(?:ed|ic)|automatically generated|(?:please )?do not reply to this|"
    r"i am (?:currently )?out of (?:the )?office|i(?:'m| am) on (?:vacation|annual leave|"
    r"parental leave) (?:until|from)|delivery to the following recipient|"
    r"message could not be delivered|undelivered mail|has (?:accepted|declined) (?:this|"
    r"your) invitation|you have been invited to the following event|unsubscribe (?:here|from|"
    r"at any time)|view (?:this email )?in (?:your )?browser|"
    r"manage (?:your )?(?:email )?preferences|you(?:'re| are) receiving this (?:email|"
    r"newsletter|message) because you (?:signed|subscribed|opted)|has joined the (?:channel|"
    r"group)|has left the (?:channel|group)|set the channel topic|build #?\d+ (?:passed|failed|"
    r"succeeded)|stop these mails: http|'s memory: what (?:the whole team|.{1,80}? may) see|"
    r"internet-draft is available from the on-line",
    re.I,
)
_PLEASANTRY = re.compile(
    r":(?!(?:\+1|-1|thumbsup|thumbsdown|white_check_mark|x|heavy_check_mark):)[a-z_0-9]+:|"
    r"\b(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|night)|welcome(?: back)?|"
    r"thank you|thanks?|"
    r"thx|ty|cheers|regards|(?:best|kind|warm)(?: (?:regards|wishes))?|sincerely|"
    r"yours(?: (?:truly|sincerely|faithfully))?|see you|bye|have a (?:nice|good|great) (?:day|one|"
    r"weekend|evening)|(?:a lot|so much|very much|again|in advance|everyone|everybody|all|both|"
    r"there|folks|team|guys)|congrat(?:s|ulations)|happy birthday|well done|nice(?: work)?|"
    r"great (?:work|job)|good job|awesome|wow|yay|ha(?:[ -]?ha)+|lol|sorry|apologies|oops|"
    r"no problem|"
    r"you'?re welcome|my pleasure)\b",
    re.I,
)
LONGEST_SMALL_TALK = 120  # characters; more says something
_WORD = re.compile(r"\w|\+1|👍|✅|👎")


def is_automated(message: Message) -> bool:
    """Whether a machine wrote it: sender, title or wording tells."""
    return (
        _is_robot(message.author)
        or _AUTOMATIC_TITLE.match(message.title) is not None
        or _AUTOMATIC_TEXT.search(message.text) is not None
    )


def is_wordless(message: Message) -> bool:
    return not _WORD.search(message.text)


def _is_robot(author: Person | None) -> bool:
    if author is None:
        return False
    local = author.email.split("@", 1)[0]
    return any(_ROBOT.search(each) for each in (local, author.handle, author.name) if each)


def is_small_talk(message: Message) -> bool:
    """Whether it holds greetings, thanks, laughter and signs of joy alone. A "yes" is more."""
    if message.declared is not None or len(message.text) > LONGEST_SMALL_TALK:
        return False
    return not _WORD.search(_PLEASANTRY.sub(" ", message.text))
