"""`momo retrieval-settings`: how the team is searched unless a request says otherwise."""

import click

from momo.platform.accounts.services import NotAllowed
from momo.platform.tenancy.context import acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import inert, out, print_json
from retrieval.backends import Backend
from retrieval.graph.expand import GraphMode
from retrieval.ranking.parameters import bounds
from retrieval.settings import change_settings, settings_of

DEFAULT = "default"  # takes a choice back
_BACKENDS = [backend.value for backend in Backend]
_GRAPHS = [mode.value for mode in GraphMode]


@click.command("retrieval-settings")
@click.option("--backend", type=click.Choice([*_BACKENDS, DEFAULT]), help="Which legs search.")
@click.option(
    "--graph", type=click.Choice([*_GRAPHS, DEFAULT]), help="How what hangs together is ranked."
)
@options.identity
@options.as_json
def retrieval_settings(
    backend: str | None, graph: str | None, team: str | None, email: str | None, as_json: bool
) -> None:
    """Show how the team is searched; as an owner or admin, change it."""
    changes: dict[str, Backend | GraphMode | None] = {}
    if backend:
        changes["backend"] = None if backend == DEFAULT else Backend(backend)
    if graph:
        changes["graph"] = None if graph == DEFAULT else GraphMode(graph)
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        try:
            settings = change_settings(changes) if changes else settings_of()
        except NotAllowed as error:
            raise click.ClickException(str(error)) from None
    if as_json:
        print_json(settings)
        return
    for name in ("backend", "graph"):
        origin = "chosen" if name in settings.chosen else "default"
        out.print(f"{name}: {inert(getattr(settings, name))} ({origin})")
    for each in bounds():
        if each.name in settings.chosen:
            out.print(f"{each.name}: {getattr(settings.parameters, each.name):g} (chosen)")
    out.print(f"embedding model: {inert(settings.embedding_model)}")
