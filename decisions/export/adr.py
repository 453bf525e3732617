"""A decision as an architecture decision record, in the form of MADR. Pure.

What `momo ingest adr` reads out of it again: title, status, date, people, options, tags, and which
record replaces which.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from decisions.extraction.contract import Status
from decisions.models import Memory

MAX_SLUG = 60  # characters
_STATUSES = {Status.PENDING: "proposed", Status.REVERSED: "deprecated"}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
# What would be read as part of the record's form rather than of what was said.
_FORM = re.compile(r"^(\s*)(#|```|~~~|=|-{2,}|>|[*+-]\s)", re.MULTILINE)
_ACTIVE = re.compile(r"<(?=[A-Za-z/!?])|\](?=[(\[:])")  # opens HTML, or ends what a link is on
_MARKS = re.compile(r"([\[\]<>`*_\\])")


def file_name(place: int, title: str) -> str:
    """As in `0012-use-postgres.md`; `place` counts from 1."""
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower())[:MAX_SLUG].strip("-")
    return f"{place:04}-{slug or 'decision'}.md"


def record(decision: Memory, *, superseded_by: tuple[int, str] | None = None) -> str:
    """The file's text. `superseded_by` is the place and title of the record that replaces it."""
    return "\n".join(_lines(decision, superseded_by)).rstrip() + "\n"


def _lines(decision: Memory, superseded_by: tuple[int, str] | None) -> Iterator[str]:
    yield from _front_matter(decision, superseded_by)
    yield f"# {one_line(decision.title)}"
    if decision.rationale:
        yield from ("", "## Context and Problem Statement", "", _prose(decision.rationale))
    options = [option for option in decision.options if option.get("option")]
    if options:
        yield from ("", "## Considered Options", "")
        yield from (f"* {one_line(option['option'])}" for option in options)
    yield from ("", "## Decision Outcome", "")
    yield from _outcome(decision, options)
    yield from _against([option for option in options if not option.get("chosen")])
    yield from _more(decision, superseded_by)


def _front_matter(decision: Memory, superseded_by: tuple[int, str] | None) -> Iterator[str]:
    status = _STATUSES.get(Status(decision.status or Status.DECIDED), "accepted")
    if superseded_by and decision.status != Status.REVERSED:
        status = f"superseded by {_link(superseded_by)}"
    yield from ("---", f"status: {json.dumps(status, ensure_ascii=False)}")
    yield f"date: {decision.source_date.date().isoformat()}"
    if deciders := [_person(person) for person in decision.people if _decides(person)]:
        yield f"decision-makers: {', '.join(deciders)}"
    if tags := [
        re.sub(r"[,\[\]\"']", " ", one_line(tag, marks=False)).strip() for tag in decision.tags
    ]:
        yield f"tags: {', '.join(filter(None, tags))}"
    yield from ("---", "")


def _outcome(decision: Memory, options: list[Mapping[str, Any]]) -> Iterator[str]:
    yield _prose(decision.summary or decision.title)
    chosen = next((option for option in options if option.get("chosen")), None)
    if chosen:
        reason = one_line(chosen.get("reason", ""))
        name = one_line(chosen["option"]).replace('"', "'")
        yield from ("", f'Chosen option: "{name}"{f", because {reason}" if reason else ""}.')


def _against(rejected: list[Mapping[str, Any]]) -> Iterator[str]:
    reasons = [option for option in rejected if option.get("reason")]
    if not reasons:
        return
    yield from ("", "## Pros and Cons of the Options")
    for option in reasons:
        yield from ("", f"### {one_line(option['option'])}", "")
        yield f"* Bad, because {one_line(option['reason'])}"


def _more(decision: Memory, superseded_by: tuple[int, str] | None) -> Iterator[str]:
    said = []
    if decision.quote:
        said.append("\n".join(f"> {_prose(line)}" for line in decision.quote.splitlines()))
    if superseded_by and decision.status == Status.REVERSED:
        said.append(f"Superseded by {_link(superseded_by)}, and reversed since.")
    if decision.owner_name or decision.due_on:
        owner, due = one_line(decision.owner_name) or "Somebody", decision.due_on
        said.append(f"{owner} does it{f' by {due.isoformat()}' if due else ''}.")
    if decision.source_url.startswith(("https://", "http://")):
        url = re.sub(r"[<>\s]", "", _CONTROL.sub("", decision.source_url))
        said.append(f"From {decision.source}: <{url}>")
    if said:
        yield from ("", "## More Information")
    for each in said:
        yield from ("", each)


def one_line(text: str, *, marks: bool = True) -> str:
    """A text in one line, in which nothing is Markdown; without `marks` as it stands."""
    line = " ".join(_CONTROL.sub(" ", text).split())
    return _MARKS.sub(r"\\\1", line) if marks else line


def _prose(text: str) -> str:
    """Text of several lines that opens no section, list or block of the record's own, and in which
    nothing is HTML or a link."""
    inert = _ACTIVE.sub(r"\\\g<0>", _CONTROL.sub(" ", text))
    return _FORM.sub(r"\1\\\2", inert).strip()


def _link(record: tuple[int, str]) -> str:
    place, title = record
    return f"[ADR-{place:04}]({file_name(place, title)})"


def _decides(person: Mapping[str, str]) -> bool:
    return person.get("role") in ("decider", "author") and any(
        person.get(known) for known in ("name", "email", "handle")
    )


def _person(person: Mapping[str, str]) -> str:
    name = re.sub(r"[,;<>\"'\[\]{}]", " ", one_line(person.get("name", ""), marks=False)).strip()
    email = one_line(person.get("email", ""), marks=False)
    if email:
        return f"{name} <{email}>".strip()
    return name or f"@{one_line(person.get('handle', ''), marks=False)}"
