"""Architecture decision records as markdown files: MADR and Michael Nygard's form."""

import re
from pathlib import Path

from momo.surfaces.demo.edition import Edition
from momo.surfaces.demo.formats.places import Places
from momo.surfaces.demo.story import Adr


def write_adrs(path: Path, edition: Edition) -> Places:
    """Write a file for each record. An item's place is its file's stem."""
    path.mkdir()
    for adr in edition.story.adrs:
        text = _madr(edition, adr) if adr.form == "madr" else _nygard(edition, adr)
        (path / _file_name(adr)).write_text(text, "utf-8")
    return {adr.key: _file_name(adr).removesuffix(".md") for adr in edition.story.adrs}


def _madr(edition: Edition, adr: Adr) -> str:
    people = edition.story.people
    deciders = ", ".join(people[key].name for key in adr.deciders)
    head = (
        f"---\nstatus: {_status(edition, adr)}\ndate: {_day(edition, adr)}\n"
        f"decision-makers: {deciders}\n---\n"
    )
    parts = [f"{head}\n# {adr.title}", edition.told(adr.text)]
    if adr.supersedes:
        link = _link(_find(edition, adr.supersedes))
        parts.append(f"## More Information\n\nSupersedes {link}.")
    return "\n\n".join(parts) + "\n"


def _nygard(edition: Edition, adr: Adr) -> str:
    status = _status(edition, adr)
    parts = (
        f"# {adr.number}. {adr.title}",
        f"Date: {_day(edition, adr)}",
        f"## Status\n\n{status[0].upper()}{status[1:]}",
        edition.told(adr.text),
    )
    return "\n\n".join(parts) + "\n"


def _status(edition: Edition, adr: Adr) -> str:
    if adr.superseded_by:
        return f"superseded by {_link(_find(edition, adr.superseded_by))}"
    return adr.status


def _link(adr: Adr) -> str:
    return f"[ADR-{adr.number:04d}]({_file_name(adr)})"


def _file_name(adr: Adr) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", adr.title.lower()).strip("-")
    return f"{adr.number:04d}-{slug}.md"


def _day(edition: Edition, adr: Adr) -> str:
    return f"{edition.moment(adr.when):%Y-%m-%d}"


def _find(edition: Edition, key: str) -> Adr:
    return next(adr for adr in edition.story.adrs if adr.key == key)
