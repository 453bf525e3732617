"""What people say of entities: that two are one, that one is several, and taking that back.

Remembered as verdicts between names, which win over what any rule or model says, then and later.
Each act runs in the caller's scope; doing it again changes nothing.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import product
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from decisions.entities.locks import lock
from decisions.entities.resolve import disturb, resolve_stale
from decisions.models import Entity, EntityName, EntityVerdict, Sameness
from decisions.refusals import Refused
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import current
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.models import NOBODY

LARGEST_SPLIT = 100  # names of an entity that a person takes apart


def entity_of(id_: UUID) -> UUID:
    """The entity that an id leads to by now: its own, or that of a name merged since.

    Raises Entity.DoesNotExist.
    """
    name = EntityName.objects.filter(id=id_).first()
    found: UUID = name.entity_id if name else Entity.objects.get(id=id_).id
    return found


def merge(one: UUID, other: UUID, *, reason: str = "") -> UUID:
    """Say that two entities are one. Returns its id.

    Raises Entity.DoesNotExist, and Refused where one of them is a thread, a person and a thing, or
    two that are private to different people or channels.
    """
    lock()
    a, b = _names_of(entity_of(one)), _names_of(entity_of(other))
    _check(a[0], b[0])
    if a[0].id == b[0].id:
        return entity_of(one)
    act = uuid7()
    _end(_between(a, b, Sameness.DIFFERENT), act)
    _say(Sameness.SAME, [(a[0], b[0])], act, reason)
    return _done("entity.merged", a[0].id, b[0].id, act)


def split(entity: UUID, names: Collection[UUID], *, reason: str = "") -> UUID:
    """Say that some names of an entity are another one. Returns that one's id.

    Raises Entity.DoesNotExist, and Refused where these are none or all of its names.
    """
    lock()
    known = _names_of(entity_of(entity))
    going = [name for name in known if name.id in set(names)]
    staying = [name for name in known if name.id not in set(names)]
    if len(going) != len(set(names)) or not going or not staying:
        raise Refused("Give some of the entity's names, and not all of them.")
    if len(known) > LARGEST_SPLIT:
        raise Refused(f"It has more than {LARGEST_SPLIT} names: take it apart in smaller steps.")
    act = uuid7()
    _end(_between(going, staying, Sameness.SAME), act)
    _say(Sameness.DIFFERENT, _apart(going, staying), act, reason)
    return _done("entity.split", going[0].id, staying[0].id, act)


def answer(suggestion: UUID, *, same: bool, reason: str = "") -> UUID:
    """Say of a suggested pair that it is one, or that it is not. Returns the first one's entity.

    Raises EntityVerdict.DoesNotExist.
    """
    row = EntityVerdict.objects.get(id=suggestion, by_principal=None)
    if same:
        return merge(row.a_id, row.b_id, reason=reason)
    lock()
    pair = [EntityName.objects.get(id=row.a_id)], [EntityName.objects.get(id=row.b_id)]
    if not _between(*pair, Sameness.DIFFERENT).exists():
        act = uuid7()
        _end(_between(*pair, Sameness.SAME), act)
        _say(Sameness.DIFFERENT, product(*pair), act, reason)
        _done("entity.kept_apart", row.a_id, row.b_id, act)
    return entity_of(row.a_id)


def undo(act: UUID) -> None:
    """Take back a merge or a split, and let stand again what it had ended.

    Raises EntityVerdict.DoesNotExist where there was none that the principal sees.
    """
    lock()
    said = EntityVerdict.objects.filter(act=act)
    if not said.exists():
        raise EntityVerdict.DoesNotExist
    in_force = said.filter(undone_at=None)
    ends = _ends(in_force)
    if not ends:
        return
    _end(in_force, uuid7())
    again = EntityVerdict.objects.filter(
        a_id=OuterRef("a_id"), b_id=OuterRef("b_id"), by_principal__isnull=False, undone_at=None
    )
    ended = EntityVerdict.objects.filter(~Exists(again), undone_by=act)
    ends |= _ends(ended)
    ended.update(undone_at=None, undone_by=None)
    disturb(ends)
    resolve_stale()
    audit.record("entity.undone", subject=str(act))


def _names_of(entity: UUID) -> list[EntityName]:
    found = EntityName.objects.filter(entity_id=entity).order_by("created_at", "id")
    names = sorted(found, key=lambda name: (name.holder != NOBODY, name.id != entity))
    if not names:
        raise Entity.DoesNotExist
    return names


def _apart(
    going: Collection[EntityName], staying: Collection[EntityName]
) -> Iterator[tuple[EntityName, EntityName]]:
    """The pairs of which it is to be said that they are two.

    Names that are private to different readers are never compared, and nobody of the one is to
    learn of the other. Mentions by name alone go with whom they are left to mean.
    """
    for name in going:
        known = [each for each in staying if len({each.holder, name.holder} - {NOBODY}) < 2]
        told = [each for each in known if each.emails or each.handles]
        yield from product([name], told or known)


def _check(one: EntityName, other: EntityName) -> None:
    if "thread" in (one.type, other.type):
        raise Refused("A thread is what its source says it is.")
    if (one.type == "person") != (other.type == "person"):
        raise Refused("A person and a thing cannot be one.")
    if one.holder != other.holder and NOBODY not in (one.holder, other.holder):
        raise Refused("They are private to different people or channels.")


def _between(
    a: Collection[EntityName], b: Collection[EntityName], verdict: Sameness
) -> QuerySet[EntityVerdict]:
    ours, theirs = [name.id for name in a], [name.id for name in b]
    either = Q(a_id__in=ours, b_id__in=theirs) | Q(a_id__in=theirs, b_id__in=ours)
    return EntityVerdict.objects.filter(
        either, verdict=verdict, by_principal__isnull=False, undone_at=None
    )


def _ends(rows: QuerySet[EntityVerdict]) -> set[UUID]:
    return {end for pair in rows.values_list("a_id", "b_id") for end in pair}


def _end(rows: QuerySet[EntityVerdict], act: UUID) -> None:
    rows.update(undone_at=timezone.now(), undone_by=act)


def _say(
    verdict: Sameness, pairs: Iterable[tuple[EntityName, EntityName]], act: UUID, reason: str
) -> None:
    """Visible to those who see both names: what one person knows merges nothing for the others."""
    rows = []
    for one, other in pairs:
        private = one if one.holder != NOBODY else other
        a, b = sorted((one.id, other.id))
        rows.append(
            EntityVerdict(
                a_id=a,
                b_id=b,
                verdict=verdict,
                by_principal=current().principal_id,
                act=act,
                reason=reason,
                visibility=private.visibility,
                owner_id=private.owner_id,
                audience_id=private.audience_id,
            )
        )
    EntityVerdict.objects.bulk_create(rows, ignore_conflicts=True)
    disturb({end for row in rows for end in (row.a_id, row.b_id)})


def _done(action: str, subject: UUID, other: UUID, act: UUID) -> UUID:
    resolve_stale()
    audit.record(action, subject=str(subject), other=str(other), act=str(act))
    return entity_of(subject)
