"""Which names are one entity. Pure: it follows from the names and verdicts alone, in any order.

What is surer comes first: what people said, then addresses and handles, full names over two
addresses, what a model said, and last the names without any address. A wrong merge is worse than a
missed one, so what could be two stays two and is put up as a suggestion.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from uuid import UUID

from decisions.entities.groups import Groups, Known, emails_of, handles_of, names_of
from decisions.entities.keys import (
    are_of_one_house,
    fold,
    handle_kind,
    is_distinctive,
    is_personal,
    is_role,
    tells_name,
)
from decisions.entities.likeness import alike_pairs, likeness
from decisions.extraction.contract import EntityType

MOST_ALIKE = 12  # groups of one name; more are a name that says nothing, and make no suggestions
NEAR_TYPES = (EntityType.ORGANIZATION, EntityType.PROJECT, EntityType.TECHNOLOGY)
SURE = 0.9  # likeness of two spellings of one name; measured: see docs
SUGGESTED = 0.5  # likeness that is worth a look


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody or a model said of two names. A list of them goes from newest to oldest."""

    a: UUID
    b: UUID
    same: bool
    by_person: bool


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two groups that may be one, by their first names."""

    a: UUID
    b: UUID
    rule: str
    score: float
    reason: str


@dataclass
class Resolved:
    """The groups, and what may be one of them but is not sure."""

    groups: list[list[Known]]
    suggestions: list[Suggestion]


@dataclass
class _Resolution:
    groups: Groups
    doubts: list[Suggestion] = field(default_factory=list)

    def doubt(self, one: UUID, other: UUID, rule: str, score: float, reason: str) -> None:
        if self.groups.may_join(one, other):
            self.doubts.append(Suggestion(one, other, rule, score, reason))

    def suggestions(self) -> list[Suggestion]:
        """Between the groups as they are in the end, the likeliest reason of each pair."""
        found: dict[tuple[UUID, UUID], Suggestion] = {}
        for doubt in sorted(self.doubts, key=lambda d: (-d.score, d.rule, d.reason)):
            a, b = sorted((self.groups.of(doubt.a), self.groups.of(doubt.b)))
            if a != b and self.groups.may_join(a, b):
                found.setdefault((a, b), Suggestion(a, b, doubt.rule, doubt.score, doubt.reason))
        return list(found.values())


def resolve(names: Collection[Known], said: Sequence[Said], fixed: Mapping[UUID, UUID]) -> Resolved:
    """Group names. `fixed` maps names to the group they are in and stay in, one for each entity."""
    at_work = _Resolution(Groups(names, fixed))
    known = at_work.groups.names
    heard = [each for each in said if each.a in known and each.b in known]
    for each in heard:
        if each.by_person:
            _obey(at_work.groups, each)
    _by_address(at_work)
    for each in heard:
        if not each.by_person:
            _obey(at_work.groups, each)
    _by_full_name(at_work)
    _things_by_name(at_work)
    _things_by_spelling(at_work)
    groups = at_work.groups
    return Resolved([groups.members(id_) for id_ in groups.all()], at_work.suggestions())


def _obey(groups: Groups, said: Said) -> None:
    """The newest wins, so what contradicts it is not done."""
    if said.same:
        groups.join(said.a, said.b)
    elif groups.of(said.a) != groups.of(said.b):
        groups.part(said.a, said.b)


def _by_address(at_work: _Resolution) -> None:
    """One mailbox is one person, by whatever name. So is one handle, or an address that somebody
    says is theirs, too, unless they have different names."""
    groups = at_work.groups
    own: dict[str, list[UUID]] = {}
    for name in groups.names.values():
        if name.mailbox:
            own.setdefault(name.mailbox, []).append(name.id)
    for first, *others in own.values():
        for other in others:
            groups.join(first, other)
    for kind, what in (("e", "address"), ("h", "handle")):
        for key, bearing in groups.bearing().items():
            if not key.startswith(f"{kind}:"):
                continue
            for one, other in combinations(bearing, 2):
                if _are_compatible(groups, one, other):
                    groups.join(one, other)
                else:
                    at_work.doubt(one, other, f"same-{what}", 0.7, f"The same {what}.")


def _are_compatible(groups: Groups, one: UUID, other: UUID) -> bool:
    """Whether nobody is called otherwise in full there: Ada Ashby may be A. Ashby, not Bob Bell."""
    ours = names_of(groups.members(groups.of(one)))
    theirs = names_of(groups.members(groups.of(other)))
    return not ours or not theirs or any(_could_be(a, b) for a in ours for b in theirs)


def _could_be(one: str, other: str) -> bool:
    a, b = one.split(), other.split()
    return one == other or (a[-1] == b[-1] and a[0][0] == b[0][0] and _fits(a[0], b[0]))


def _fits(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _by_full_name(at_work: _Resolution) -> None:
    groups = at_work.groups
    for key in groups.bearing():
        if not key.startswith("n:"):
            continue
        name = key.removeprefix("n:")
        _namesakes(at_work, name, groups.bearing_of(key))
        _without_address(at_work, name, groups.bearing_of(key))


def _namesakes(at_work: _Resolution, name: str, bearing: list[UUID]) -> None:
    """People of one full name by different addresses, or one by a handle alone."""
    groups = at_work.groups
    if " " not in name:
        return
    told = [group for group in bearing if _is_told(groups, group)]
    addressed = [group for group in told if emails_of(groups.members(group))]
    if is_distinctive(name) and not is_shared_mailbox(groups, *addressed):
        _join_addresses(groups, name, addressed)
        _join_handles(groups, addressed, [group for group in told if group not in addressed])
    if len(told) <= MOST_ALIKE:
        for one, other in combinations(told, 2):
            if groups.of(one) != groups.of(other):
                at_work.doubt(one, other, "same-name", 0.6, "The same full name.")


def _join_addresses(groups: Groups, name: str, addressed: list[UUID]) -> None:
    """Addresses made of a distinctive name: in one house, or one at work and one private.

    Those at two companies may be two people's, and so may two private ones.
    """
    for one, other in combinations(addressed, 2):
        mine, theirs = (emails_of(groups.members(groups.of(group))) for group in (one, other))
        if any(
            are_of_one_house(a, b) and tells_name(a, name) and tells_name(b, name)
            for a in mine
            for b in theirs
        ):
            groups.join(one, other)
    left = list(dict.fromkeys(map(groups.of, addressed)))
    if len(left) == 2 and _writes_from_home(groups, name, *left):
        groups.join(*left)


def _writes_from_home(groups: Groups, name: str, one: UUID, other: UUID) -> bool:
    """Whether one has private addresses alone, the other none, and both one made of the name."""
    mine, theirs = (emails_of(groups.members(group)) for group in (one, other))
    private = [[is_personal(email, name) for email in emails] for emails in (mine, theirs)]
    telling = all(any(tells_name(email, name) for email in each) for each in (mine, theirs))
    return telling and any(
        all(home) and not any(work) for home, work in (private, reversed(private))
    )


def _join_handles(groups: Groups, addressed: list[UUID], by_handle: list[UUID]) -> None:
    """Whoever is known by a handle alone is the one with an address, if that one has no handle of
    the kind, and nobody else of the name has one."""
    if len(set(map(groups.of, addressed))) != 1:
        return
    kinds = {group: _handle_kinds(groups, group) for group in by_handle}
    taken = _handle_kinds(groups, addressed[0])
    for group, own in kinds.items():
        others = {kind for other, theirs in kinds.items() if other != group for kind in theirs}
        if not own & (taken | others):
            groups.join(addressed[0], group)


def _handle_kinds(groups: Groups, group: UUID) -> set[str]:
    return {handle_kind(handle) for handle in handles_of(groups.members(groups.of(group)))}


def _is_told(groups: Groups, group: UUID) -> bool:
    members = groups.members(groups.of(group))
    return bool(emails_of(members) or handles_of(members))


def is_shared_mailbox(groups: Groups, *found: UUID) -> bool:
    """Whether several people write from one of them."""
    for group in found:
        members = groups.members(groups.of(group))
        if any(map(is_role, emails_of(members))):
            return True
        if any(not _could_be(a, b) for a, b in combinations(sorted(names_of(members)), 2)):
            return True
    return False


def _without_address(at_work: _Resolution, name: str, bearing: list[UUID]) -> None:
    """A name by itself is the one person of that name, if there is one alone.

    A first name is somebody's only where nothing else is known of how they are called.
    """
    groups = at_work.groups
    told = [group for group in bearing if _is_told(groups, group)]
    bare = [group for group in bearing if not _is_told(groups, group)]
    for one, other in combinations(bare, 2):
        if " " in name:
            groups.join(one, other)
    if not bare:
        return
    if len(told) == 1 and _tells(groups, name, told[0]):
        for group in bare:
            groups.join(group, told[0])
    elif len(told) <= MOST_ALIKE:
        for group in told:
            at_work.doubt(bare[0], group, "mention", 0.5, "Mentioned by a name of theirs.")


def _tells(groups: Groups, name: str, group: UUID) -> bool:
    members = groups.members(group)
    if " " in name:
        return not is_shared_mailbox(groups, group)
    return name in handles_of(members) or any(fold(s) == name for n in members for s in n.spelled)


def _things_by_name(at_work: _Resolution) -> None:
    """One name in one form is one thing, of its type; a concept is what has no other type."""
    groups = at_work.groups
    for key, bearing in groups.bearing().items():
        if not key.startswith("t:"):
            continue
        by_type: dict[str, UUID] = {}
        for group in bearing:
            type_ = groups.members(groups.of(group))[0].type
            groups.join(by_type.setdefault(type_, group), group)
        concept = by_type.pop(EntityType.CONCEPT, None)
        if concept and len(by_type) == 1:
            groups.join(concept, *by_type.values())
        elif len(by_type) > 1:
            for one, other in combinations(by_type.values(), 2):
                at_work.doubt(one, other, "same-name", 0.7, "One name, of two types.")


def _things_by_spelling(at_work: _Resolution) -> None:
    groups = at_work.groups
    near = [name for name in groups.names.values() if name.type in NEAR_TYPES]
    forms = {(name.id, form): name.type for name in near for form in _forms(name)}
    scores: dict[tuple[UUID, UUID], float] = {}
    for one, other in alike_pairs(list(forms)):
        if forms[one] == forms[other]:
            pair, score = (one[0], other[0]), likeness(one[1], other[1])
            scores[pair] = max(score, scores.get(pair, 0.0))
    for (a, b), score in sorted(scores.items(), key=lambda item: (-item[1], str(item[0]))):
        if score >= SURE:
            groups.join(a, b)
        elif score >= SUGGESTED:
            at_work.doubt(a, b, "alike", score, "Spelled alike.")


def _forms(name: Known) -> list[str]:
    return [key.removeprefix("t:") for key in name.keys if key.startswith("t:")]
