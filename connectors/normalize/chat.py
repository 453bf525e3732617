"""Slack's and Discord's markup to plain words, with ids turned into names.

Bold, code and emoji names stay as they are: people read them as such.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

_SLACK = re.compile(r"<([^<>\n]{1,3000})>")
_SLACK_ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))  # in this order: "&amp;lt;"
_DISCORD = re.compile(
    r"(?P<code>```[\s\S]*?```|`[^`\n]+`)|<(?P<mark>@!|@&|@|#)(?P<id>\d{1,20})>"
    r"|<a?:(?P<emoji>\w{1,64}):\d{1,20}>|<t:(?P<time>-?\d{1,13})(?::[a-zA-Z])?>"
    r"|</(?P<command>[^<>:\n]{1,100}):\d{1,20}>|<(?P<url>https?://[^<>\s]{1,2000})>"
    r"|\|\|(?P<spoiler>[^|\n]{1,2000}(?:\|[^|\n]{1,2000}){0,20})\|\|"
)


def slack_text(text: str, names: Mapping[str, str]) -> str:
    """Slack mrkdwn with mentions, links and entities written out."""
    text = _SLACK.sub(lambda match: _slack_token(match.group(1), names), text)
    for entity, character in _SLACK_ENTITIES:
        text = text.replace(entity, character)
    return text


def _slack_token(token: str, names: Mapping[str, str]) -> str:
    target, _, label = token.partition("|")
    if target.startswith("@"):
        return _named("@", target[1:], label, names)
    if target.startswith("#"):
        return _named("#", target[1:], label, names)
    if target.startswith("!date^"):
        return label or target.split("^")[-2]
    if target.startswith("!"):
        kind, _, key = target[1:].partition("^")
        return _named("@", key or kind, label, names)
    return _slack_link(target, label)


def _slack_link(url: str, label: str) -> str:
    bare = url.removeprefix("mailto:").removeprefix("tel:")
    if not label or label in (url, bare) or url.split("://")[-1].rstrip("/") == label.rstrip("/"):
        return bare
    return f"{label} ({bare})"


def _named(mark: str, key: str, label: str, names: Mapping[str, str]) -> str:
    return mark + (names.get(key) or label or key).lstrip(mark)


def discord_text(text: str, names: Mapping[str, str]) -> str:
    """Discord markdown with mentions, emoji, times and spoilers written out; code untouched."""
    return _DISCORD.sub(lambda match: _discord_token(match, names), text)


def _discord_token(match: re.Match[str], names: Mapping[str, str]) -> str:
    kind, found = match.lastgroup, match.group()
    if kind == "id":
        return _named(match["mark"][0], match["id"], "", names)
    if kind == "emoji":
        return f":{match['emoji']}:"
    if kind == "time":
        return _moment(int(match["time"])) or found
    if kind == "command":
        return f"/{match['command']}"
    if kind == "spoiler":
        return discord_text(match["spoiler"], names)
    return match["url"] if kind == "url" else found


def _moment(seconds: int) -> str:
    """UTC, as people write it; empty when out of the calendar's range."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return ""
