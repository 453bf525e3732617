"""A message in Slack, from an export or from the service, as Momo's record. Pure."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from connectors.contract import MediaType, Person, Refusal, SourceRecord
from connectors.files.json_input import as_object, as_text, objects
from connectors.files.people import chat_member, shown_name
from connectors.files.text import encode, stable_id
from connectors.files.times import from_epoch
from connectors.slack.blocks import blocks_text
from connectors.slack.workspace import Channel, Workspace

_KEPT_SUBTYPES = frozenset({
    "", "bot_message", "me_message", "file_share", "file_comment", "thread_broadcast",
    "reply_broadcast", "tombstone", "message_deleted", "message_changed",
})  # fmt: skip
_DELETED = frozenset({"tombstone", "message_deleted"})
_MENTION = re.compile(r"<[@#]([A-Z0-9]{1,24})")
_TS = re.compile(r"\d{1,12}(?:\.\d{1,9})?", re.ASCII)
# What Slack writes where an app gave no text beside its blocks.
_NO_TEXT = "This content can't be displayed."
_TICK = timedelta(microseconds=1)
_LINK_MARKS = str.maketrans("<>|", "()/")  # they would end a link's label
MAX_REACTIONS = 20  # kinds of them on one message
MAX_MENTIONS = 50  # in one message


def message_record(
    entry: Mapping[str, object], channel: Channel, workspace: Workspace, locator: str
) -> SourceRecord | Refusal:
    """Map one message, or say why it is left out."""
    subtype = as_text(entry.get("subtype"))
    message = as_object(entry.get("message")) if subtype == "message_changed" else entry
    subtypes = {subtype, as_text(message.get("subtype"))}
    if subtypes - _KEPT_SUBTYPES:
        return Refusal(locator, "a notice of Slack's own, not a message", skipped=True)
    if workspace.own_ids & _senders(message):
        return Refusal(locator, "a message of Momo's own", skipped=True)
    ts = as_text(entry.get("deleted_ts")) or as_text(message.get("ts"))
    moment = moment_of(ts)
    if moment is None:
        return Refusal(locator, 'has no usable time: "ts" must be seconds since 1970')
    if subtypes & _DELETED:
        gone_at = moment_of(entry.get("event_ts")) or workspace.read_at
        before = as_object(entry.get("previous_message"))
        place = {"thread_ts": message.get("thread_ts") or before.get("thread_ts")}
        record = _record(place, channel, workspace, ts, moment, "")
        return replace(record, author=None, deleted=True, as_of=gone_at)
    text = message_text(message)
    if not text.strip():
        return Refusal(locator, "an empty message", skipped=True)
    return _record(message, channel, workspace, ts, moment, text)


def _senders(message: Mapping[str, object]) -> set[str]:
    """The user and the app that a message is from."""
    app = message.get("app_id") or as_object(message.get("bot_profile")).get("app_id")
    return {as_text(message.get("user")), as_text(app)}


def moment_of(ts: object) -> datetime | None:
    """A time as Slack writes it, which is a message's id in its channel as well."""
    text = as_text(ts)
    return from_epoch(text) if _TS.fullmatch(text) else None


def message_text(message: Mapping[str, object]) -> str:
    """What was written, then the files shared with it, a line each."""
    written = as_text(message.get("text"))
    if written.strip() in ("", _NO_TEXT):
        written = blocks_text(message.get("blocks")) or _attached_text(message)
    return "\n".join(filter(None, [written, *map(_file, objects(message.get("files")))]))


def named_in(entry: Mapping[str, object]) -> set[str]:
    """The ids of the people and channels that a message's record names."""
    changed = as_object(entry.get("message")) if entry.get("message") else entry
    return {as_text(changed.get("user")), *_mentioned(message_text(changed))} - {""}


def _mentioned(text: str) -> list[str]:
    return list(dict.fromkeys(_MENTION.findall(text)))[:MAX_MENTIONS]


def _file(file: Mapping[str, object]) -> str:
    title = as_text(file.get("title")) or as_text(file.get("name"))
    link = as_text(file.get("permalink"))
    return f"<{link}|{title.translate(_LINK_MARKS)}>" if title and link else title


def _record(
    message: Mapping[str, object], channel: Channel, workspace: Workspace,
    ts: str, moment: datetime, text: str,
) -> SourceRecord:  # fmt: skip
    root_ts = as_text(message.get("thread_ts"))
    if moment_of(root_ts) is None:
        # An export tells which messages were answered; at the service, each still may be.
        root_ts = ts if workspace.address else ""
    root = stable_id(f"{channel.id}:{root_ts}") if root_ts else ""
    mentioned = _mentioned(text)
    edited_at = moment_of(as_object(message.get("edited")).get("ts"))
    # Slack cuts the time of an edit to the second, which may be before the message's own.
    as_of = max(edited_at, moment + _TICK) if edited_at else moment
    return SourceRecord(
        external_id=stable_id(f"{channel.id}:{ts}"),
        kind="message",
        raw=encode(text),
        media_type=MediaType.SLACK,
        occurred_at=moment,
        author=_author(message, workspace),
        participants=tuple(
            workspace.person(key, "mentioned") for key in mentioned if key in workspace.people
        ),
        thread_key=root,
        reply_to=root if root_ts != ts else "",
        url=workspace.permalink(channel.id, ts, root_ts) or as_text(message.get("permalink")),
        container=channel.name,
        edited_at=edited_at,
        audience=channel.audience,
        names={key: workspace.names[key] for key in mentioned if key in workspace.names},
        tags=_tags(message),
        as_of=as_of,
    )


def _tags(message: Mapping[str, object]) -> tuple[str, ...]:
    """A reaction is often all there is of an approval, so it is kept as `reaction:NAME`."""
    is_bot = bool(message.get("bot_id")) or message.get("subtype") == "bot_message"
    names = (shown_name(as_text(each.get("name"))) for each in objects(message.get("reactions")))
    reactions = tuple(f"reaction:{name}" for name in dict.fromkeys(names) if name)
    return (("bot",) if is_bot else ()) + reactions[:MAX_REACTIONS]


def _author(message: Mapping[str, object], workspace: Workspace) -> Person | None:
    user = as_text(message.get("user"))
    if user in workspace.people:
        return workspace.person(user)
    bot = as_object(message.get("bot_profile"))
    profile = as_object(message.get("user_profile"))
    candidates = (
        message.get("username"), bot.get("name"),
        profile.get("display_name"), profile.get("real_name"),
    )  # fmt: skip
    name = next((text for text in map(as_text, candidates) if text.strip()), "")
    handle = user or as_text(message.get("bot_id"))
    return chat_member(name, handle) if name or handle else None


def _attached_text(message: Mapping[str, object]) -> str:
    """What a bot put into attachments. Of people, attachments only repeat what they link to."""
    attachments = objects(message.get("attachments"))
    parts = [
        as_text(attachment.get(key))
        for attachment in attachments
        for key in ("pretext", "title", "text")
    ]
    fallbacks = [as_text(attachment.get("fallback")) for attachment in attachments]
    return "\n".join(filter(None, parts)) or "\n".join(filter(None, fallbacks))
