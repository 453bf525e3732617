"""What is written in GitHub's things, as one text that can be read by itself. Pure.

The state of a pull request and the verdict of a review are no words of anybody's, but say whether
something is proposed, decided or dropped; they are put into GitHub's own words here.
"""

from connectors.files.json_input import as_object, as_text
from connectors.files.text import one_line
from connectors.github.tuning import SHORT_LINE

Item = dict[str, object]


def titled(item: Item) -> str:
    """An issue, discussion or release: its title as a heading, then its text."""
    return _joined(f"# {title_of(item)}", as_text(item.get("body")))


def pull_text(pull: Item) -> str:
    """A proposal while it is open; once merged its title states what was done."""
    title, body = title_of(pull), as_text(pull.get("body"))
    if is_merged(pull):
        by = as_text(as_object(pull.get("merged_by")).get("login"))
        number = as_text(pull.get("number"))
        merged = f"Pull request #{number} was merged{f' by {by}' if by else ''}."
        return _joined(title, body, merged)
    if pull.get("state") == "closed":
        return _joined(f"Closed without being merged: {title}", body)
    return _joined(f"Proposal: {title}", body)


def review_text(review: Item, pull: Item) -> str:
    """The verdict, where there is one, then what was written; empty where there is neither."""
    body, state = as_text(review.get("body")), as_text(review.get("state")).lower()
    if state == "approved":
        return _joined(f"Approved this pull request: {title_of(pull)}", body)
    if state == "changes_requested":
        return _joined(f"Requested changes to this pull request: {title_of(pull)}", body)
    return body.strip()


def remark_text(comment: Item) -> str:
    """A comment on code, below the place it is about and the line itself where that is short."""
    path = one_line(as_text(comment.get("path")))
    body = as_text(comment.get("body"))
    if not path or not body.strip():
        return body.strip()
    line = as_text(comment.get("line")) or as_text(comment.get("original_line"))
    place = f"On `{path}`, line {line}:" if line else f"On `{path}`:"
    return _joined(place, _discussed(comment), body)


def title_of(item: Item) -> str:
    return one_line(as_text(item.get("title")) or as_text(item.get("name")))


def is_merged(pull: Item) -> bool:
    return pull.get("merged") is True or bool(as_text(pull.get("merged_at")))


def _discussed(comment: Item) -> str:
    """The last line of the hunk, which is the one that the comment stands below."""
    lines = as_text(comment.get("diff_hunk")).rstrip().splitlines()
    line = lines[-1][1:].strip() if len(lines) > 1 else ""
    return f"> `{line}`" if line and len(line) <= SHORT_LINE and "`" not in line else ""


def _joined(*parts: str) -> str:
    return "\n\n".join(part.strip() for part in parts if part.strip())
