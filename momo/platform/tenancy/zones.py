"""The clock of a team."""

from zoneinfo import ZoneInfo

from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.models import Team


def zone_of_team() -> ZoneInfo:
    """The current team's time zone. Raises ZoneInfoNotFoundError where it is not known here."""
    return ZoneInfo(Team.objects.values_list("timezone", flat=True).get(id=current_team_id()))
