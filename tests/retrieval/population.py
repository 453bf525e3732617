"""Two teams with memories of every kind, and in plain Python who may find which of them."""

import random
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from tests.retrieval.conftest import days_ago

TERM = "harbor"  # in the title of every memory
KINDS = ("decision", "fact", "observation", "action_item")
TYPES = ("selection", "approval", "rejection")
STATUSES = ("decided", "pending", "reversed")
SOURCES = ("slack", "gmail", "github")
SEEN_BY = ("shared", "private", "restricted", "secret")
TAGS = ("red", "green", "blue")
PEOPLE = ("Ada Bell", "Cy Dunn", "Eve Fox")
PROJECTS = ("Capstan", "Windlass")
WHO = ("owner", "teammate", "private_owner", "stranger")
AUDIENCE = ("teammate", "private_owner")
FRONT = "front"  # the tag and source of what stands before all else
WORDS = (
    "amber", "anchor", "barrel", "beacon", "berth", "bollard", "breeze", "bridge", "cable",
    "canvas", "cargo", "channel", "cradle", "current", "davit", "dinghy", "dredge", "ebb",
    "ferry", "fender", "fog", "galley", "gull", "hatch", "hawser", "hull", "jetty", "keel",
    "ladder", "lantern", "lock", "mast", "mooring", "oar", "paddle", "pier", "pilot", "quay",
    "raft", "reef", "rigging", "rope", "rudder", "sail", "sextant", "shoal", "spar", "swell",
    "tackle", "tide", "tiller", "tow", "trawl", "wharf", "winch", "yawl", "zephyr",
)  # fmt: skip


@dataclass(slots=True)
class Known:
    """A memory as a test made it. A reversal without a time was never dated."""

    id: UUID
    title: str
    owner: str
    kind: str
    type: str
    status: str
    source: str
    visibility: str
    tags: frozenset[str]
    person: str
    project: str
    date: datetime
    archived_at: datetime | None
    reversed_at: datetime | None = None
    successors: tuple["Known", ...] = ()

    def status_at(self, moment: datetime | None) -> str:
        """A reversal keeps what the status was before: always "decided" here."""
        return (
            "decided" if self.reversed_at and moment and moment < self.reversed_at else self.status
        )

    def superseded_at(self, moment: datetime | None) -> bool:
        return any(
            new.status_at(moment) != "reversed" and (moment is None or new.date <= moment)
            for new in self.successors
        )


def allowed(memory: Known, who: str, wanted: dict) -> bool:
    """Whether `who` may find a memory under the filters, by what filters are said to mean."""
    then = wanted.get("as_of")
    status = memory.status_at(then)
    return (
        _sees(memory, who)
        and (memory.visibility != "secret" or wanted.get("include_secret", False))
        and _is_one_of(memory.kind, wanted.get("kinds"))
        and _is_one_of(memory.type, wanted.get("decision_types"))
        and _is_one_of(status, wanted.get("statuses"))
        and _is_one_of(memory.source, wanted.get("sources"))
        and _is_one_of(memory.visibility, wanted.get("visibility"))
        and _names(memory.person, wanted.get("people"))
        and _names(memory.project, wanted.get("projects"))
        and (not (names := wanted.get("entities")) or {memory.person, memory.project} & {*names})
        and memory.tags >= {*wanted.get("tags_all", ())}
        and (not (any_of := wanted.get("tags_any")) or not memory.tags.isdisjoint(any_of))
        and memory.tags.isdisjoint(wanted.get("tags_none", ()))
        and wanted.get("since", memory.date) <= memory.date <= wanted.get("until", memory.date)
        and (then is None or memory.date <= then)
        and (wanted.get("include_superseded", True) or not memory.superseded_at(then))
        and (
            status != "reversed"
            or wanted.get("include_reversed", False)
            or "reversed" in wanted.get("statuses", ())
        )
        and (wanted.get("include_archived", False) or not _archived(memory, then))
    )


def _sees(memory: Known, who: str) -> bool:
    if (memory.owner == "stranger") != (who == "stranger"):
        return False
    in_audience = memory.visibility == "restricted" and who in AUDIENCE
    return memory.visibility == "shared" or memory.owner == who or in_audience


def _archived(memory: Known, then: datetime | None) -> bool:
    return memory.archived_at is not None and (then is None or memory.archived_at <= then)


def _is_one_of(value: str, wanted: tuple[str, ...] | None) -> bool:
    return not wanted or value in wanted


def _names(name: str, wanted: tuple[str, ...] | None) -> bool:
    """By the whole name or, of a person, a part of it, however it is capitalized."""
    folded = {name.casefold(), *name.casefold().split()}
    return not wanted or (bool(name) and not folded.isdisjoint(w.casefold() for w in wanted))


def populate(world, remember, *, in_front: int = 150) -> list[Known]:
    """Store 120 memories that differ in all ways and, of a source of their own, strong ones."""
    chance = random.Random(7)
    audience = _audience(world)
    known = [_one(chance, number, remember, audience) for number in range(120)]
    known += [_in_front(number, remember) for number in range(in_front)]
    _replace(chance, world, known[:120])
    _reverse(chance, world, known[:120])
    return known


def _audience(world) -> UUID:
    from momo.platform.accounts.models import Audience, AudienceMember

    with world.acting_as("owner"):
        audience = Audience.objects.create(source="slack", key="C1", name="runway")
        for who in AUDIENCE:
            member = getattr(world, who)
            AudienceMember.objects.create(
                audience_id=audience.id, email=member.email, principal_id=member.id
            )
    return audience.id


def _one(chance: random.Random, number: int, remember, audience: UUID) -> Known:
    owner = chance.choice(WHO)
    kind, visibility = (
        chance.choice((*KINDS, "decision", "decision")),
        chance.choice((*SEEN_BY, "shared", "shared")),
    )
    if owner not in AUDIENCE and visibility == "restricted":
        visibility = "private"  # only who is in an audience brings things for it
    decision = kind == "decision"
    archived = days_ago(chance.uniform(1, 100)) if chance.random() < 0.15 else None
    fields = {
        "kind": kind,
        "decision_type": chance.choice(TYPES) if decision else "",
        "status": chance.choice(("decided", "decided", *STATUSES)) if decision else "",
        "source": chance.choice(SOURCES),
        "visibility": visibility,
        "tags": [tag for tag in TAGS if chance.random() < 0.4],
        "archived_at": archived,
    }
    person, project = chance.choice((*PEOPLE, "")), chance.choice((*PROJECTS, ""))
    title = f"{TERM} {' '.join(chance.sample(WORDS, 5))} number{number}"
    if visibility == "restricted":
        fields["audience_id"] = audience
    memory = remember(
        title, who=owner, age=chance.uniform(0, 400), by=person, about=project, **fields
    )
    return Known(
        memory.id, title, owner, kind, fields["decision_type"], fields["status"], fields["source"],
        visibility, frozenset(fields["tags"]), person, project, memory.source_date, archived,
    )  # fmt: skip


def _in_front(number: int, remember) -> Known:
    title = f"{TERM} {TERM} {TERM} {WORDS[number % len(WORDS)]} wall{number}"
    memory = remember(title, age=0, kind="fact", source=FRONT, tags=[FRONT])
    return Known(
        memory.id, title, "owner", "fact", "", "", FRONT, "shared", frozenset({FRONT}), "", "",
        memory.source_date, None,
    )  # fmt: skip


def _replace(chance: random.Random, world, known: list[Known]) -> None:
    """Some shared decisions are replaced by one or two newer ones."""
    from decisions.histories import lineage
    from decisions.models import Memory

    shared = [k for k in known if (k.kind, k.visibility) == ("decision", "shared")]
    mine = sorted((k for k in shared if k.owner != "stranger"), key=lambda k: k.date)
    with world.acting_as("owner"):
        for old in mine[: len(mine) // 2]:
            newer = [k for k in mine if k.date > old.date]
            old.successors = tuple(chance.sample(newer, chance.choice((1, 2))))
            for new in old.successors:
                lineage.supersede(Memory.objects.get(id=old.id), Memory.objects.get(id=new.id))


def _reverse(chance: random.Random, world, known: list[Known]) -> None:
    """Some decided ones are reversed by their owner, 50 days before NOW."""
    from decisions import services
    from decisions.models import MemoryRevision

    at = days_ago(50)
    for each in known:
        if each.status == "decided" and each.date < at and chance.random() < 0.3:
            with world.acting_as(each.owner):
                services.reverse_decision(each.id)
                MemoryRevision.objects.filter(memory_id=each.id).update(changed_at=at)
            each.status, each.reversed_at = "reversed", at
