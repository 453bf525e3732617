"""Notes as JSON lines, one note a line."""

import json
from pathlib import Path

from momo.surfaces.demo.edition import Edition
from momo.surfaces.demo.formats.places import Places
from momo.surfaces.demo.story import Note


def write_notes(path: Path, edition: Edition) -> Places:
    """Write every note. An item's place is its id."""
    lines = [_line(edition, note) for note in edition.story.notes]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return {note.key: note.key for note in edition.story.notes}


def _line(edition: Edition, note: Note) -> str:
    author = edition.author(note)
    return json.dumps(
        {
            "id": note.key,
            "title": note.title,
            "text": edition.told(note.text),
            "author": {"name": author.name, "email": author.email},
            "date": edition.moment(note.when).isoformat(),
            "tags": ["call notes"],
        },
        ensure_ascii=False,
    )
