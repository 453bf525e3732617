"""Notion's rich text as Markdown, and whom it names. Pure."""

from collections.abc import Mapping

from connectors.files.json_input import as_object, as_text, objects
from connectors.files.text import one_line
from connectors.notion.ids import SITE, compact

MAX_CHARS = 100_000  # of one rich text; Notion takes 100 pieces of 2,000 characters
MAX_VALUES = 500_000  # of JSON walked through to find people in it

Names = Mapping[str, str]  # of people, by compact id


def markdown(items: object, names: Names) -> str:
    """Links, code, equations and what is struck out keep their marks; other styles are dropped,
    for a quotation must be what people read."""
    return "".join(_marked(item, names) for item in objects(items))[:MAX_CHARS]


def plain(items: object, names: Names) -> str:
    """In one line and without any marks: a title."""
    return one_line("".join(_words(item, names) for item in objects(items))[:MAX_CHARS])


def link(words: str, address: str) -> str:
    """A Markdown link, or the words alone where the address is none of the web."""
    target = f"{SITE}{address}" if address.startswith("/") else address
    if not target.startswith(("http://", "https://", "mailto:")):
        return words
    words = words.strip() or target
    return target if words == target else f"[{words}]({target})"


def users_in(value: object) -> tuple[str, ...]:
    """The compact ids of all users anywhere in a payload: who wrote it, who is mentioned."""
    found: dict[str, None] = {}
    waiting = [value]
    for _ in range(MAX_VALUES):
        if not waiting:
            break
        current = waiting.pop()
        if isinstance(current, dict):
            if current.get("object") == "user" and (key := compact(current.get("id"))):
                found[key] = None
            waiting += current.values()
        elif isinstance(current, list):
            waiting += current
    return tuple(found)


def mentions_in(value: object) -> tuple[str, ...]:
    """The compact ids of the users whom a rich text mentions."""
    users = (as_object(as_object(item.get("mention")).get("user")) for item in objects(value))
    return tuple(dict.fromkeys(filter(None, (compact(user.get("id")) for user in users))))


def _marked(item: Mapping[str, object], names: Names) -> str:
    words = _words(item, names)
    style = as_object(item.get("annotations"))
    if not words.strip():
        return words
    if item.get("type") == "equation":
        return f"${words}$"
    if style.get("code") is True and "`" not in words:
        words = f"`{words}`"
    if style.get("strikethrough") is True:
        words = f"~~{words}~~"
    href = as_text(item.get("href"))
    return link(words, href) if href and not _is_user(item) else words


def _words(item: Mapping[str, object], names: Names) -> str:
    if _is_user(item):
        user = as_object(as_object(item.get("mention")).get("user"))
        name = names.get(compact(user.get("id"))) or as_text(user.get("name"))
        if name:
            return f"@{name}"
    if item.get("type") == "equation":
        expression = as_text(as_object(item.get("equation")).get("expression"))
        return expression or as_text(item.get("plain_text"))
    words = item.get("plain_text")
    return as_text(words if words else as_object(item.get("text")).get("content"))


def _is_user(item: Mapping[str, object]) -> bool:
    return as_object(item.get("mention")).get("type") == "user"
