"""`momo backfill-crossrefs`: link what was there before."""

import json
from pathlib import Path
from uuid import UUID

import click
from django.conf import settings
from rich.progress import Progress

from decisions.crossrefs import count, rebuild
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import err, out


@click.command("backfill-crossrefs")
@options.identity
def backfill_crossrefs(team: str | None, email: str | None) -> None:
    """Link every memory of the team anew to those most like it.

    Memories are linked as they come: this is for older ones, and after the embedding model changed.
    It makes the same links. After an interruption it goes on where it was.
    """
    with session.acting(team, email) as who:
        place = _Place(Path(settings.DATA_DIR) / f"backfill-crossrefs-{who.scope.team_id}.json")
        with Progress(console=err, transient=True) as bars:
            bar = bars.add_task("Linking memories", total=count(who.scope))

            def on_batch(principal: UUID, last: UUID, size: int) -> None:
                place.keep(principal, last)
                if principal == who.scope.principal_id:
                    bars.update(bar, advance=size)

            links = rebuild(who.scope, after=place.read(), on_batch=on_batch)
        place.forget()
    out.print(f"Links made: {links}")


class _Place:
    """How far it is, by principal, in a file: it outlives this process and holds only ids."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[UUID, UUID]:
        if not self._path.exists():
            return {}
        kept = json.loads(self._path.read_text())
        return {UUID(principal): UUID(last) for principal, last in kept.items()}

    def keep(self, principal: UUID, last: UUID) -> None:
        kept = self.read() | {principal: last}
        written = self._path.with_suffix(".new")
        written.write_text(json.dumps({str(key): str(value) for key, value in kept.items()}))
        written.replace(self._path)

    def forget(self) -> None:
        self._path.unlink(missing_ok=True)
