"""Discussions of GitHub as Momo's records, from events and from GraphQL. Pure.

GraphQL names things its own way; `from_graphql` puts them as events have them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from connectors.contract import Refusal
from connectors.files.json_input import as_object, as_text, objects
from connectors.files.text import one_line
from connectors.github import texts
from connectors.github.mapping import Reading, labels, latest, thread_of, written
from connectors.github.place import Place
from connectors.github.texts import Item

_ACTOR = """{ login __typename ... on User { databaseId } ... on Bot { databaseId }
  ... on Mannequin { databaseId } ... on Organization { databaseId } }"""
_SAID = f"""databaseId url body createdAt updatedAt author {_ACTOR}
  reactionGroups {{ content reactors {{ totalCount }} }}"""
_REACTIONS = {"THUMBS_UP": "+1", "THUMBS_DOWN": "-1"}  # of the others the name is in lower case
_COMMENTS = f"""pageInfo {{ hasNextPage endCursor }}
  nodes {{ {_SAID} replies(first: 100) {{ pageInfo {{ hasNextPage }} nodes {{ {_SAID} }} }} }}"""
_DISCUSSION = f"""id number title {_SAID} closed answer {{ url }}
  category {{ name }} labels(first: 20) {{ nodes {{ name }} }}"""
DISCUSSIONS = f"""query($owner: String!, $name: String!, $first: Int!, $after: String) {{
  repository(owner: $owner, name: $name) {{
    discussions(first: $first, after: $after, orderBy: {{field: UPDATED_AT, direction: DESC}}) {{
      pageInfo {{ hasNextPage endCursor }}
      nodes {{ {_DISCUSSION} comments(first: 100) {{ {_COMMENTS} }} }} }} }} }}"""
MORE_COMMENTS = f"""query($id: ID!, $after: String) {{
  node(id: $id) {{ ... on Discussion {{
    {_DISCUSSION} comments(first: 100, after: $after) {{ {_COMMENTS} }} }} }} }}"""


@dataclass(frozen=True, slots=True)
class Opened:
    """A discussion with a page of its comments. `rest` is where the next page of them begins."""

    node_id: str
    discussion: Item
    comments: tuple[Item, ...]
    rest: str
    cut: bool  # a comment has more replies than one page holds


def discussion_record(discussion: Item, place: Place) -> Reading:
    category = one_line(as_text(as_object(discussion.get("category")).get("name")))
    answered = "answered" if as_text(discussion.get("answer_html_url")) else ""
    return written(
        discussion, place, thread_of(discussion, place),
        key=place.thread(discussion.get("number")), kind="discussion",
        text=texts.titled(discussion),
        tags=(*labels(discussion), category, as_text(discussion.get("state")), answered),
    )  # fmt: skip


def discussion_comment_record(comment: Item, discussion: Item, place: Place) -> Reading:
    """A comment or a reply to one. What was chosen as the answer is tagged so."""
    thread, parent = thread_of(discussion, place), as_text(comment.get("parent_id"))
    url = as_text(comment.get("html_url"))
    is_answer = bool(url) and url == as_text(discussion.get("answer_html_url"))
    record = written(
        comment, place, thread, key=place.key("discussion_comment", comment.get("id")),
        kind="discussion_comment", text=as_text(comment.get("body")),
        reply_to=place.key("discussion_comment", parent) if parent else thread.key,
        tags=("answer",) if is_answer else (),
    )  # fmt: skip
    if isinstance(record, Refusal) or record.as_of is None:
        return record
    # Choosing an answer changes the discussion, not the comment.
    return replace(record, as_of=latest(record.as_of, thread.as_of))


def readings_of(opened: Opened, place: Place) -> Iterator[Reading]:
    yield discussion_record(opened.discussion, place)
    for comment in opened.comments:
        yield discussion_comment_record(comment, opened.discussion, place)
    if opened.cut:
        where = f"{place.label}, discussion {as_text(opened.discussion.get('number'))}"
        yield Refusal(where, "a comment has over 100 replies; the later ones were left out")


def is_before(opened: Opened, since: str) -> bool:
    """Whether it was last changed before `since`, as ISO 8601 in UTC."""
    return as_text(opened.discussion.get("updated_at")) < since


def from_graphql(node: Item) -> Opened:
    comments = as_object(node.get("comments"))
    found: list[Item] = []
    cut = False
    for comment in objects(comments.get("nodes")):
        found.append(_said(comment))
        replies = as_object(comment.get("replies"))
        cut = cut or _next(replies) is not None
        parent = {"parent_id": comment.get("databaseId")}
        found.extend(_said(reply) | parent for reply in objects(replies.get("nodes")))
    return Opened(
        as_text(node.get("id")), _discussion(node), tuple(found), _next(comments) or "", cut
    )


def page_of(connection: object) -> tuple[list[Opened], str]:
    """The discussions of a page, and where the next one begins; empty at the end."""
    found = as_object(connection)
    return [from_graphql(node) for node in objects(found.get("nodes"))], _next(found) or ""


def _next(connection: Item) -> str | None:
    page = as_object(connection.get("pageInfo"))
    return as_text(page.get("endCursor")) if page.get("hasNextPage") is True else None


def _discussion(node: Item) -> Item:
    return _said(node) | {
        "number": node.get("number"),
        "title": node.get("title"),
        "state": "closed" if node.get("closed") is True else "open",
        "category": node.get("category"),
        "labels": as_object(node.get("labels")).get("nodes"),
        "answer_html_url": as_object(node.get("answer")).get("url"),
    }


def _said(node: Item) -> Item:
    actor = as_object(node.get("author"))
    bot = "[bot]" if actor.get("__typename") == "Bot" else ""  # which events write with the name
    user = {
        "login": as_text(actor.get("login")).removesuffix(bot) + bot,
        "id": actor.get("databaseId"),
        "type": actor.get("__typename"),
    }
    return {
        "id": node.get("databaseId"),
        "html_url": node.get("url"),
        "body": node.get("body"),
        "created_at": node.get("createdAt"),
        "updated_at": node.get("updatedAt"),
        "user": user if actor else None,
        "reactions": {
            _REACTIONS.get(name := as_text(group.get("content")), name.lower()): as_object(
                group.get("reactors")
            ).get("totalCount")
            for group in objects(node.get("reactionGroups"))
        },
    }
