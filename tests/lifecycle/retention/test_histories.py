"""Erasure among all else that people and sources do: exactly the decisions that should hold do."""

from dataclasses import dataclass, field

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from decisions.histories import lineage
from decisions.models import Decision
from lifecycle.reconcile.apply import apply
from lifecycle.reconcile.contract import Finding, Verdict
from lifecycle.retention import erasing
from lifecycle.retention.targets import Target
from momo.platform.accounts.models import Audience, AudienceMember
from tests.decisions.histories import PEOPLE, Histories, Said
from tests.decisions.pipeline.feeding import item_named, note, take_in
from tests.decisions.test_histories import QUICK, Team, date_of, day, which


@dataclass
class Confirmed(Histories):
    """Also what other sources say of a decision, oldest first: set aside while it stands."""

    again: dict[Said, list[Said]] = field(default_factory=dict)

    def forget(self, said):
        super().forget(said)
        self.all += self.again.pop(said, [])

    def erase(self, said):
        """It stays as the first of the others says it, with all that people said of it."""
        others = self.again.get(said)
        if not others:
            self.forget(said)
            return
        first = others.pop(0)
        said.id, said.date, said.item = first.id, first.date, first.item
        said.statuses[0] = (first.date, said.statuses[0][1])


class Erasing(Team):
    """Much is read in sources, much of that is said again, and much is erased.

    Who sees a memory stays as it was: a source and what was found in it turn narrower together.
    """

    show_or_hide = its_source_turns_narrower = edit = None

    def __init__(self):
        super().__init__()
        self.known = Confirmed()

    @initialize(days=st.lists(day, min_size=3, max_size=4))
    def begin(self, days):
        """Each replaced by the next, and some said again."""
        for number in days:
            self.read_in_a_source(number)
        for at, number in enumerate(days[:-1]):
            self.supersede("owner", at, at + 1)
            self.say_it_again(at, number)

    @precondition(lambda self: self._read())
    @rule(number=which, days=day)
    def say_it_again(self, number, days, by="teammate"):
        said = self._pick(number, lambda s: s in self._read())
        self.items += 1
        name, at = f"note {self.items}", max(said.date, date_of(days))
        take_in(self.world, by, note(name, "We decided to use Postgres.", occurred_at=at))
        with self.world.acting_as(by):
            again = Decision.objects.get(source_item_id=item_named(name).id).id
            lineage.lock()
            apply([Finding(Verdict.SKIP, str(said.id), str(again), "same")], newer=[again])
        others = self.known.again.setdefault(said, [])
        others.append(Said(again, at, "shared", None, [(at, "decided")], name))
        others.sort(key=lambda other: (other.date, other.id))

    @precondition(lambda self: self._read())
    @rule(number=which)
    def erase_its_source(self, number):
        said = self._pick(number, lambda s: s in self._read())
        self._erase(said.item)
        self.known.erase(said)

    @precondition(lambda self: any(self.known.again.values()))
    @rule(number=which)
    def erase_a_source_that_says_it_again(self, number):
        confirmed = self._pick(number, lambda s: self.known.again.get(s))
        self._erase(self.known.again[confirmed].pop().item)

    @invariant()
    def the_rows_say_who_replaced_what_and_since_when(self):
        """As of all decisions, but for those that are set aside."""
        newer = {said.id: self.known.successor(said) for said in self.known.all}
        for each in PEOPLE:
            with self.world.acting_as(each):
                columns = ("id", "status", "superseded_by", "invalid_at")
                rows = set(Decision.objects.filter(archived_at=None).values_list(*columns))
            assert rows == {
                (said.id, said.status, new.id if new else None, new.date if new else None)
                for said in self.known.all
                if each in said.readers
                for new in [newer[said.id]]
            }

    def _found(self, viewer, then=None):
        """But for what is set aside: as of a day before it was, it is found by itself."""
        aside = {other.id for others in self.known.again.values() for other in others}
        found = super()._found(viewer, then)
        return {key: holds for key, holds in found.items() if key not in aside}

    def _read(self):
        return [said for said in self.known.all if said.item and said.visibility == "shared"]

    def _erase(self, name):
        with self.world.acting_as("teammate"):
            item = item_named(name).id
        done = erasing.erase(self.world.scope("owner"), Target(item=item))
        assert set(done.verified.values()) == {0}


@pytest.fixture
def team(world):
    with world.acting_as("owner"):
        channel = Audience.objects.create(source="slack", key="C1", name="board")
        for name in ("teammate", "private_owner"):
            member = getattr(world, name)
            AudienceMember.objects.create(
                audience_id=channel.id, email=member.email, principal_id=member.id
            )
    return type("ThisTeam", (Erasing,), {"world": world, "channel": channel.id})


def test_at_every_moment_exactly_the_decisions_that_should_hold_do(team):
    run_state_machine_as_test(
        team, settings=settings(QUICK, max_examples=8, stateful_step_count=14)
    )
