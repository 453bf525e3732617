"""A message as Discord's API and gateway write it, as Momo's record. Pure."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime

from connectors.contract import Person, Refusal, SourceRecord
from connectors.discord.messages import Channel, Told, reaction_tags, record_of, user
from connectors.discord.places import user_name
from connectors.discord.polls import poll_text
from connectors.discord.snowflakes import as_id, moment_of
from connectors.discord.tuning import FINAL
from connectors.files.json_input import as_object, as_text, objects
from connectors.files.people import shown_name
from connectors.files.times import from_iso

DEFAULT, REPLY, POLL_RESULT = 0, 19, 46
_KEPT_TYPES = (DEFAULT, REPLY, 20, 23)  # and what commands answered
_TEXT_DISPLAY = 10  # of a message's components
MAX_NESTED = 4  # components in components: a container holds sections, which hold texts
_ANSWER = 0  # of a reference; 1 is a message passed on
_HIDDEN = "content is hidden: turn on Message Content Intent for the bot, then sync again"
_SHOWN = ("attachments", "embeds", "sticker_items", "poll", "components", "message_snapshots")
_MENTION = re.compile(r"<(?:#|@&)(\d{1,20})>")

Names = Callable[[str], str]  # of a channel or role, by id; empty where not for everyone to see


def answered_by(entry: Mapping[str, object]) -> str:
    """The message of the same channel that this one replies to, or nothing."""
    reference = as_object(entry.get("message_reference"))
    elsewhere = reference.get("channel_id") not in (None, entry.get("channel_id"))
    if reference.get("type", _ANSWER) != _ANSWER or elsewhere:
        return ""
    return as_id(reference.get("message_id"))


def message_record(
    entry: Mapping[str, object], channel: Channel, *, root: str, title: str = "",
    read_at: datetime | None = None, names: Names = lambda key: "",
) -> SourceRecord | Refusal:  # fmt: skip
    """Map one message, or say why it is left out.

    `root` is the start of the chain of replies that it is in, and `read_at` when Discord gave it,
    in Discord's clock; None for an event, which tells what was so when it happened.
    """
    key = as_id(entry.get("id"))
    locator = f"channel {channel.id}, message {key or '?'}"
    moment = from_iso(as_text(entry.get("timestamp"))) or moment_of(key or "?")
    if not key or moment is None:
        return Refusal(locator, "has no usable id and time: Discord's API gave something else")
    if entry.get("type", DEFAULT) not in _KEPT_TYPES:
        return Refusal(locator, "a notice of Discord's own, not a message", skipped=True)
    text = message_text(entry)
    if not text.strip():
        return _empty(entry, locator)
    edited = from_iso(as_text(entry.get("edited_timestamp")))
    told = Told(
        id=key,
        moment=moment,
        text=text,
        author=_person(as_object(entry.get("author"))),
        is_bot=as_object(entry.get("author")).get("bot") is True or bool(entry.get("webhook_id")),
        mentioned=_mentioned(entry),
        answered=answered_by(entry),
        root=root,
        thread=as_id(as_object(entry.get("thread")).get("id")),
        title=shown_name(title),
        edited_at=edited,
        as_of=max(filter(None, (moment, edited, read_at))),
        names=_named(text, names),
        tags=_tags(entry),
    )
    return record_of(told, channel)


def deletion(key: str, channel: Channel, at: datetime) -> SourceRecord:
    """That a message is gone for good, as it was learned at `at`."""
    return record_of(Told(key, moment_of(key) or at, "", as_of=at + FINAL, deleted=True), channel)


def message_text(entry: Mapping[str, object]) -> str:
    """What was written, passed on, asked in a poll or shown by a bot; then the files attached."""
    passed_on = [as_object(each.get("message")) for each in objects(entry.get("message_snapshots"))]
    parts = [
        as_text(entry.get("content")),
        *(_quoted(message_text(each)) for each in passed_on),
        poll_text(as_object(entry.get("poll"))),
        *_embedded(entry),
        *_displayed(entry.get("components"), MAX_NESTED),
        *(
            _linked(file.get("filename"), file.get("url"))
            for file in objects(entry.get("attachments"))
        ),
    ]
    return "\n".join(filter(None, parts))


def _embedded(entry: Mapping[str, object]) -> list[str]:
    """What bots show. What Discord shows of a link that a person wrote is left out: they are
    another's words, and come a moment after the message."""
    embeds = objects(entry.get("embeds"))
    if as_text(entry.get("content")).strip():
        embeds = [embed for embed in embeds if embed.get("type") == "rich"]
    return [_embed(embed) for embed in embeds]


def _displayed(components: object, depth: int) -> list[str]:
    """What some bots write into components in place of a text."""
    found: list[str] = []
    for each in objects(components):
        if each.get("type") == _TEXT_DISPLAY:
            found.append(as_text(each.get("content")))
        elif depth:
            found += _displayed(each.get("components"), depth - 1)
    return found


def _embed(embed: Mapping[str, object]) -> str:
    fields = [
        f"{as_text(f.get('name'))}: {as_text(f.get('value'))}" for f in objects(embed.get("fields"))
    ]
    title = _linked(embed.get("title"), embed.get("url"))
    return "\n".join(filter(None, [title, as_text(embed.get("description")), *fields]))


def _linked(name: object, url: object) -> str:
    """A name with its link, without what Discord signs a file's link with: that is new each time,
    and Discord's own client puts it back."""
    link = as_text(url)
    if "/attachments/" in link:
        link = link.partition("?")[0]
    text = as_text(name)
    return f"{text} ({link})" if text and link else text or link


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())


def _empty(entry: Mapping[str, object], locator: str) -> Refusal:
    """Nobody can write a message without anything in it, so Discord has held it back."""
    by_person = as_object(entry.get("author")).get("bot") is not True
    if by_person and not any(entry.get(name) for name in _SHOWN):
        return Refusal(locator, _HIDDEN)
    return Refusal(locator, "an empty message", skipped=True)


def _person(told: Mapping[str, object], role: str = "author") -> Person | None:
    return user(user_name(told), as_id(told.get("id")), role)


def _mentioned(entry: Mapping[str, object]) -> tuple[Person, ...]:
    people = [_person(told, "mentioned") for told in objects(entry.get("mentions"))]
    return tuple(person for person in people if person)


def _named(text: str, names: Names) -> dict[str, str]:
    found = {key: names(key) for key in dict.fromkeys(_MENTION.findall(text))}
    return {key: shown_name(name) for key, name in found.items() if name}


def _tags(entry: Mapping[str, object]) -> tuple[str, ...]:
    emojis = [as_object(reaction.get("emoji")) for reaction in objects(entry.get("reactions"))]
    poll = ("poll",) if as_object(entry.get("poll")) else ()
    return poll + reaction_tags([shown_name(as_text(emoji.get("name"))) for emoji in emojis])
