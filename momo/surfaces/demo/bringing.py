"""The demo team's sources, brought into somebody's own team."""

from pathlib import Path
from tempfile import TemporaryDirectory

from django.utils import timezone

from connectors.models import SourceItem
from connectors.registry import FILE_CONNECTORS
from connectors.services import ingest
from momo.platform.tenancy.context import Scope, acting_as
from momo.surfaces.demo.render import render


class NotEmpty(Exception):
    """The team has something already, among which the demo would get lost."""

    def __init__(self) -> None:
        super().__init__("There is something in this team already: make another to try the demo.")


def bring_in(scope: Scope) -> int:
    """Take all of the demo in as the principal's, and have it read. Returns how many items of it
    they see: the demo's private channel is its members' alone.

    Mails are the principal's alone. Not to be called in a transaction. Raises NotEmpty.
    """
    with acting_as(scope.team_id, scope.principal_id):
        if SourceItem.objects.exists():
            raise NotEmpty
    with TemporaryDirectory(prefix="momo-demo-") as folder:
        sources = render(Path(folder), today=timezone.now().date()).sources
        for source in sources:
            ingest(
                scope, FILE_CONNECTORS[source.kind], source.path, visibility=source.visibility,
                name=f"Demo: {source.path.name}",
            )  # fmt: skip
    with acting_as(scope.team_id, scope.principal_id):
        return int(SourceItem.objects.count())
