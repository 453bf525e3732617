"""Writes the story in the formats of the tools it happened in, for the ordinary connectors."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from connectors.contract import Visibility
from momo.surfaces.demo.edition import Edition
from momo.surfaces.demo.formats.adr import write_adrs
from momo.surfaces.demo.formats.discord import write_discord
from momo.surfaces.demo.formats.git import git_is_installed, write_repository
from momo.surfaces.demo.formats.mail import write_mailbox
from momo.surfaces.demo.formats.notes import write_notes
from momo.surfaces.demo.formats.notion import write_notion
from momo.surfaces.demo.formats.places import Places
from momo.surfaces.demo.formats.slack import write_slack
from momo.surfaces.demo.reading import load_story


@dataclass(frozen=True, slots=True)
class RenderedSource:
    """One path to hand to the connector `kind`, as the items of the member with `owner_email`.

    `places` maps story keys to the id that the item has in this source; an external id contains
    it. Messages of a private Slack channel are restricted by the export itself.
    """

    kind: str
    path: Path
    owner_email: str
    visibility: Visibility
    places: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Rendered:
    """All that was written. `left_out` says in a sentence each what could not be, and why."""

    sources: tuple[RenderedSource, ...]
    left_out: tuple[str, ...]


def render(folder: Path, *, today: date) -> Rendered:
    """Write the demo into `folder`, which is created or empty, as if told on `today`.

    The same date gives the same files and ids. Without git on the machine the repository is left
    out. Raises FileExistsError where the folder holds something.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty: choose another folder or empty it")
    edition = Edition(load_story(), today)
    sources = [*_mailboxes(folder, edition), *_shared(folder, edition)]
    if not git_is_installed():
        return Rendered(tuple(sources), ("The git repository is left out: git is not installed.",))
    path = folder / edition.story.repository
    sources.append(_source(edition, "git", path, write_repository(path, edition)))
    return Rendered(tuple(sources), ())


def _mailboxes(folder: Path, edition: Edition) -> list[RenderedSource]:
    sources = []
    for member in edition.story.members:
        if member.mailbox:
            path = folder / f"{member.key}.mbox"
            places = write_mailbox(path, edition, member)
            sources.append(RenderedSource("mbox", path, member.email, Visibility.PRIVATE, places))
    return sources


def _shared(folder: Path, edition: Edition) -> list[RenderedSource]:
    writers = (
        ("slack", "slack.zip", write_slack),
        ("adr", "adr", write_adrs),
        ("notion", "notion.zip", write_notion),
        ("discord", "discord.json", write_discord),
        ("notes", "notes.jsonl", write_notes),
    )
    return [
        _source(edition, kind, folder / name, write(folder / name, edition))
        for kind, name, write in writers
    ]


def _source(edition: Edition, kind: str, path: Path, places: Places) -> RenderedSource:
    owner = edition.story.members[0]
    return RenderedSource(kind, path, owner.email, Visibility.SHARED, places)
