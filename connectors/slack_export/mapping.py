"""A message of a Slack export as Momo's record. Pure."""

import re
from collections.abc import Mapping
from datetime import datetime

from connectors.contract import MediaType, Person, Refusal, SourceRecord
from connectors.files.json_input import as_object, as_text, objects
from connectors.files.people import chat_member
from connectors.files.text import encode, stable_id
from connectors.files.times import from_epoch
from connectors.slack_export.blocks import blocks_text
from connectors.slack_export.workspace import Channel, Workspace

_KEPT_SUBTYPES = frozenset({
    "", "bot_message", "me_message", "file_share", "file_comment", "thread_broadcast",
    "reply_broadcast", "tombstone", "message_deleted", "message_changed",
})  # fmt: skip
_DELETED = frozenset({"tombstone", "message_deleted"})
_MENTION = re.compile(r"<[@#]([A-Z0-9]+)")
_TS = re.compile(r"\d{1,12}(?:\.\d{1,9})?")


def message_record(
    entry: Mapping[str, object], channel: Channel, workspace: Workspace, locator: str
) -> SourceRecord | Refusal:
    """Map one message, or say why it is left out."""
    subtype = as_text(entry.get("subtype"))
    if subtype not in _KEPT_SUBTYPES:
        return Refusal(locator, "a notice of Slack's own, not a message", skipped=True)
    message = as_object(entry.get("message")) if subtype == "message_changed" else entry
    ts = as_text(entry.get("deleted_ts")) or as_text(message.get("ts"))
    moment = from_epoch(ts) if _TS.fullmatch(ts) else None
    if moment is None:
        return Refusal(locator, 'has no usable time: "ts" must be seconds since 1970')
    deleted = subtype in _DELETED
    text = "" if deleted else message_text(message)
    if not text.strip() and not deleted:
        return Refusal(locator, "an empty message", skipped=True)
    return _record(message, channel, workspace, ts, moment, text, deleted=deleted)


def message_text(message: Mapping[str, object]) -> str:
    """What was written, then the titles of the files shared with it, a line each."""
    written = as_text(message.get("text"))
    if not written.strip():
        written = blocks_text(message.get("blocks")) or _attached_text(message)
    files = objects(message.get("files"))
    titles = [as_text(file.get("title")) or as_text(file.get("name")) for file in files]
    return "\n".join(filter(None, [written, *titles]))


def _record(
    message: Mapping[str, object], channel: Channel, workspace: Workspace,
    ts: str, moment: datetime, text: str, *, deleted: bool,
) -> SourceRecord:  # fmt: skip
    root_ts = as_text(message.get("thread_ts"))
    root = stable_id(f"{channel.id}:{root_ts}") if _TS.fullmatch(root_ts) else ""
    is_bot = bool(message.get("bot_id")) or message.get("subtype") == "bot_message"
    mentioned = dict.fromkeys(_MENTION.findall(text))
    edited_ts = as_text(as_object(message.get("edited")).get("ts"))
    return SourceRecord(
        external_id=stable_id(f"{channel.id}:{ts}"),
        kind="message",
        raw=encode(text),
        media_type=MediaType.SLACK,
        occurred_at=moment,
        author=None if deleted else _author(message, workspace),
        participants=tuple(
            workspace.person(key, "mentioned") for key in mentioned if key in workspace.people
        ),
        thread_key=root,
        reply_to=root if root_ts != ts else "",
        url=as_text(message.get("permalink")),
        container=channel.name,
        edited_at=from_epoch(edited_ts) if edited_ts else None,
        deleted=deleted,
        audience=channel.audience,
        names={key: workspace.names[key] for key in mentioned if key in workspace.names},
        tags=("bot",) if is_bot else (),
    )


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
