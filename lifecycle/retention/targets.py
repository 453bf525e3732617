"""What is to be erased, and by whose hands: nobody sees every item."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from connectors.holds import of_person
from connectors.models import SourceItem
from momo.platform.accounts.models import AudienceMember
from momo.platform.accounts.services import is_admin
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.visibility import Visibility

COMMON = [Visibility.SHARED, Visibility.RESTRICTED]
_AGENT = "agent:"  # what the addresses of agents in channels begin with


class NoTarget(ValueError):
    """Nothing was named, which would be everything, or something without its source."""


@dataclass(frozen=True, slots=True)
class Target:
    """Items that match all that is set; `person` is the address that wrote them."""

    item: UUID | None = None
    integration: UUID | None = None
    container: str = ""
    thread: str = ""
    person: str = ""

    def __post_init__(self) -> None:
        if (self.container or self.thread) and not self.integration:
            raise NoTarget("Name the integration of the channel or thread, too.")
        if not (self.item or self.integration or self.person):
            raise NoTarget("Name an item, an integration or a person's address.")

    @property
    def kind(self) -> str:
        """What is named, in a word."""
        kinds = ("item", "person", "thread", "container", "integration")
        return next(kind for kind in kinds if getattr(self, kind))

    @property
    def matching(self) -> Q:
        wanted = {
            "id": self.item, "integration_id": self.integration, "container": self.container,
            "thread_key": self.thread,
        }  # fmt: skip
        condition = Q(**{name: value for name, value in wanted.items() if value})
        return condition & of_person(self.person.strip()) if self.person else condition


@dataclass(frozen=True, slots=True)
class Hand:
    """Someone who erases, and what they may: of these they see every one.

    What a private channel held is erased for an admin who is not in it, by the channel's agent, and
    not counted for them.
    """

    scope: Scope
    reach: Q
    counted: bool = True

    def items(self, condition: Q) -> QuerySet[SourceItem]:
        """Call within `acting_as` of its scope."""
        return SourceItem.objects.filter(condition & self.reach)


def before(moment: datetime, source: str) -> Q:
    """Items of a kind of source, any where that is empty, from before a moment."""
    condition = Q(occurred_at__lt=moment)
    return condition & Q(source=source) if source else condition


def own(scope: Scope) -> Q:
    return Q(visibility__in=[Visibility.PRIVATE, Visibility.SECRET], owner_id=scope.principal_id)


def hands(scope: Scope, *, unseen: bool = True) -> list[Hand]:
    """Whoever may erase what a principal may have erased; `unseen`: also what they do not see."""
    with acting_as(scope.team_id, scope.principal_id):
        if not is_admin(scope.principal_id):
            return [Hand(scope, own(scope))]
        mine = Hand(scope, own(scope) | Q(visibility__in=COMMON))
        return [mine, *(_of_channels(scope) if unseen else ())]


def _of_channels(scope: Scope) -> list[Hand]:
    """The agents of the channels that the principal is not in."""
    members = AudienceMember.objects.filter(principal_id__isnull=False)
    seen = members.filter(principal_id=scope.principal_id).values("audience_id")
    agents = members.filter(email__startswith=_AGENT).exclude(audience_id__in=seen)
    return [
        Hand(Scope(scope.team_id, agent), Q(audience_id=audience), counted=False)
        for audience, agent in agents.order_by("audience_id").values_list(
            "audience_id", "principal_id"
        )
    ]
