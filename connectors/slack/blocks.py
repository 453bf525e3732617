"""Slack's rich blocks as its plain markup, for messages whose text is empty. Pure."""

from collections.abc import Mapping

from connectors.files.json_input import as_list, as_object, as_text, objects

MAX_DEPTH = 8  # real blocks nest three deep


def blocks_text(blocks: object) -> str:
    """The text of a message's blocks, one line or paragraph a block."""
    return "\n".join(line for line in (_block(block) for block in objects(blocks)) if line)


def _block(block: Mapping[str, object]) -> str:
    kind = block.get("type")
    if kind == "rich_text":
        return _rich(block, MAX_DEPTH).strip("\n")
    if kind in ("section", "header"):
        fields = [_plain(field) for field in as_list(block.get("fields"))]
        return "\n".join(filter(None, [_plain(block.get("text")), *fields]))
    if kind == "context":
        return " ".join(filter(None, map(_plain, as_list(block.get("elements")))))
    return ""


def _plain(value: object) -> str:
    return as_text(as_object(value).get("text"))


def _rich(element: Mapping[str, object], depth: int) -> str:
    kind = element.get("type")
    children = objects(element.get("elements")) if depth else []
    if kind == "rich_text_list":
        return "".join(f"• {_rich(child, depth - 1).strip()}\n" for child in children)
    if kind == "rich_text_quote":
        quoted = "".join(_rich(child, depth - 1) for child in children)
        return "".join(f"> {line}\n" for line in quoted.splitlines())
    if children:
        text = "".join(_rich(child, depth - 1) for child in children)
        return f"{text}\n" if depth == MAX_DEPTH - 1 and not text.endswith("\n") else text
    return _leaf(element)


def _leaf(element: Mapping[str, object]) -> str:
    def value(key: str) -> str:
        return as_text(element.get(key))

    match element.get("type"):
        case "text":
            return value("text")
        case "link":
            return f"<{value('url')}|{value('text')}>" if value("text") else f"<{value('url')}>"
        case "user":
            return f"<@{value('user_id')}>"
        case "channel":
            return f"<#{value('channel_id')}>"
        case "usergroup":
            return f"<!subteam^{value('usergroup_id')}>"
        case "broadcast":
            return f"<!{value('range')}>"
        case "emoji":
            return f":{value('name')}:"
        case _:
            return ""
