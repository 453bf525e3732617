"""A page's properties as lines of text, tags and people. Pure."""

from collections.abc import Iterator, Mapping

from connectors.contract import Person
from connectors.files.json_input import as_object, as_text, objects
from connectors.files.people import listed
from connectors.files.text import one_line
from connectors.notion.ids import compact
from connectors.notion.richtext import Names, markdown, plain
from connectors.notion_export.columns import AUTHORS, DECIDERS, OTHERS

MAX_PROPERTIES = 500  # Notion's own limit for a database
MAX_TAGS = 50
MAX_TAG_CHARS = 100
MAX_NESTED = 100  # values of a rollup
# What the record says elsewhere, and what is no statement.
_LEFT_OUT = {
    "title", "button", "created_time", "last_edited_time", "created_by", "last_edited_by",
    "relation", "last_visited_time",
}  # fmt: skip
_TAGGED = {"select", "multi_select", "status"}

Properties = Mapping[str, object]


def page_title(properties: Properties, names: Names) -> str:
    """What the page is called: the one property of type title."""
    for _, value in _each(properties):
        if value.get("type") == "title":
            return plain(value.get("title"), names)
    return ""


def lines(properties: Properties, names: Names) -> list[str]:
    """`Name: value` for each property that says something, as an export writes them."""
    shown = (
        (one_line(name), one_line(value_text(value, names)))
        for name, value in _each(properties)
        if as_text(value.get("type")) not in _LEFT_OUT
    )
    return [f"{name}: {text}" for name, text in shown if name and text]


def tags(properties: Properties) -> tuple[str, ...]:
    """The options chosen in selects, multi-selects and statuses."""
    found = (
        one_line(option)[:MAX_TAG_CHARS]
        for _, value in _each(properties)
        if as_text(value.get("type")) in _TAGGED
        for option in _options(value)
    )
    return tuple(dict.fromkeys(filter(None, found)))[:MAX_TAGS]


def people(properties: Properties, names: Names) -> Iterator[tuple[str, str | Person]]:
    """Role and person for everyone named in a property whose name says what they are there.

    Users come as compact ids, names in plain text as people. A person in any other property is
    mentioned.
    """
    for name, value in _each(properties):
        role = _role(one_line(name).lower())
        if value.get("type") == "people":
            for user in objects(value.get("people")):
                if key := compact(user.get("id")):
                    yield role or "mentioned", key
        elif role and value.get("type") in ("rich_text", "email", "select", "multi_select"):
            for person in listed(value_text(value, names), role):
                yield role, person


def value_text(value: Properties, names: Names) -> str:
    """One property's value in words; empty where it has none, or is of a kind not known."""
    kind = as_text(value.get("type"))
    given = value.get(kind)
    if kind in ("rich_text", "title"):
        return markdown(given, names)
    if kind in _TAGGED:
        return ", ".join(_options(value))
    if kind == "people":
        return ", ".join(filter(None, (_user(user, names) for user in objects(given))))
    if kind == "files":
        return ", ".join(filter(None, (as_text(file.get("name")) for file in objects(given))))
    if kind == "checkbox":
        return {True: "Yes", False: "No"}.get(given, "") if isinstance(given, bool) else ""
    if kind == "date":
        return _date(given)
    if kind in ("formula", "rollup"):
        return _computed(as_object(given), names)
    return _plain_value(kind, given)


def _each(properties: Properties) -> list[tuple[str, dict[str, object]]]:
    items = list(properties.items())[:MAX_PROPERTIES]
    return [(as_text(name), value) for name, value in items if isinstance(value, dict)]


def _role(name: str) -> str:
    for role, columns in (("author", AUTHORS), ("decider", DECIDERS), ("mentioned", OTHERS)):
        if name in columns:
            return role
    return ""


def _options(value: Properties) -> list[str]:
    given = value.get(as_text(value.get("type")))
    options = objects(given) if isinstance(given, list) else [as_object(given)]
    return [name for option in options if (name := as_text(option.get("name")))]


def _user(user: Properties, names: Names) -> str:
    return names.get(compact(user.get("id"))) or as_text(user.get("name"))


def _date(given: object) -> str:
    date = as_object(given)
    return " → ".join(filter(None, (as_text(date.get("start")), as_text(date.get("end")))))


def _computed(given: Properties, names: Names) -> str:
    """A formula or a rollup, which holds a value of another type; of a list, its values."""
    kind = as_text(given.get("type"))
    if kind == "array":
        values = objects(given.get("array"))[:MAX_NESTED]
        plain_ones = (each for each in values if each.get("type") not in ("formula", "rollup"))
        return ", ".join(filter(None, (value_text(each, names) for each in plain_ones)))
    return _date(given.get("date")) if kind == "date" else _plain_value(kind, given.get(kind))


def _plain_value(kind: str, given: object) -> str:
    if kind == "unique_id":
        number = as_object(given)
        parts = (as_text(number.get("prefix")), as_text(number.get("number")))
        return "-".join(filter(None, parts))
    if kind == "verification":
        return as_text(as_object(given).get("state"))
    if kind == "place":
        return as_text(as_object(given).get("name"))
    if kind in ("boolean", "checkbox") and isinstance(given, bool):
        return "Yes" if given else "No"
    return str(given) if isinstance(given, float) else as_text(given)
