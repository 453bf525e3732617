"""Whatever people and sources do, in whatever order: exactly the decisions that should hold do."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from connectors.contract import Person
from decisions import ratification, services
from decisions.editing import sharing
from decisions.extraction.rules import RulesExtractor
from decisions.histories.lineage import LineageError
from decisions.models import Decision, Memory, Verdict
from decisions.pipeline import process
from decisions.providers import Providers
from decisions.refusals import NotYours, Refused
from retrieval.filters import Filters
from retrieval.pipeline import search
from retrieval.tuning import MAX_RESULTS
from tests.api import decision
from tests.decisions.histories import PEOPLE, WIDTHS, Histories, Said
from tests.decisions.pipeline.feeding import HashedEmbeddings, item_named, note, take_in

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
DAYS = 8  # few, so that some are of the same
QUICK = settings(
    max_examples=30,
    stateful_step_count=15,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],  # to find a shorter history that fails takes minutes
    suppress_health_check=list(HealthCheck),
)
REFUSALS = {
    "unseen": Memory.DoesNotExist,
    "circle": LineageError,
    "hidden": (LineageError, Refused),
    "nothing": Refused,
    "already": Refused,
    "not theirs": NotYours,
}
who = st.sampled_from(PEOPLE)
which = st.integers(0, 99)
day = st.integers(0, DAYS)


def date_of(number: int) -> datetime:
    return BEGIN + timedelta(days=number)


class Team(RuleBasedStateMachine):
    """A team at work, and beside it the model. Rolled back at the end of each history."""

    world = channel = None

    def __init__(self):
        super().__init__()
        self.known, self.items = Histories(), 0
        self.moments = []
        self.steps = 0
        self.rolled_back = transaction.atomic()
        self.rolled_back.__enter__()

    def teardown(self):
        transaction.set_rollback(True)
        self.rolled_back.__exit__(None, None, None)

    # --- What happens ---

    @initialize(days=st.lists(day, min_size=3, max_size=4))
    def begin(self, days):
        for number in days:
            self.state("teammate", number, "shared", "decided")

    @rule(by=who, number=day, visibility=st.sampled_from(["shared", "private"]),
          status=st.sampled_from(["decided", "decided", "pending", "reversed"]),
          deciders=st.tuples(who, who))  # fmt: skip
    def state(self, by, number, visibility, status, deciders=("teammate", "owner")):
        at = date_of(number)
        people = tuple(
            Person(name=each, email=getattr(self.world, each).email, role="decider")
            for each in dict.fromkeys(deciders)
        )
        made = decision(
            self.world, by, "Use it", visibility=visibility, status=status, decided_at=at,
            people=people,
        )  # fmt: skip
        first, second = deciders
        said = Said(made, at, visibility, by, [(at, status)], decider=first, second=second)
        self.known.all.append(said)

    @rule(number=day)
    def read_in_a_source(self, number, by="teammate"):
        self.items += 1
        name = f"note {self.items}"
        take_in(
            self.world, by, note(name, "We decided to use Postgres.", occurred_at=date_of(number))
        )
        with self.world.acting_as(by):
            found = Decision.objects.get(source_item_id=item_named(name).id)
        at = date_of(number)
        self.known.all.append(Said(found.id, at, "shared", None, [(at, "decided")], name))

    @precondition(lambda self: self.known.all)
    @rule(number=which)
    def delete_its_source(self, number, by="teammate"):
        if said := self._pick(number, lambda s: s.item and s.visibility == "shared"):
            take_in(self.world, by, note(said.item, "", deleted=True))
            self.known.forget(said)

    @precondition(lambda self: self.known.all)
    @rule(by=who, older=which, newer=which)
    def supersede(self, by, older, newer):
        old, new = self._pick(older), self._pick(newer)
        if self._do(
            "supersede", by, old, new, call=lambda: services.supersede_decision(old.id, new.id)
        ):
            self.known.pairs.add((old, new))

    @precondition(lambda self: self.known.pairs)
    @rule(by=who, number=which)
    def undo(self, by, number):
        pairs = sorted(self.known.pairs, key=lambda p: (p[0].id, p[1].id))
        old = pairs[number % len(pairs)][0]
        successor = self.known.successor(old)
        if self._do("undo", by, old, call=lambda: services.undo_supersession(old.id)):
            self.known.pairs.remove((old, successor))

    @precondition(lambda self: self.known.all)
    @rule(by=who, number=which)
    def reverse(self, by, number):
        said = self._pick(number)
        if self._do("reverse", by, said, call=lambda: services.reverse_decision(said.id)):
            said.statuses.append((timezone.now(), "reversed"))

    @precondition(lambda self: any(s.status == "reversed" for s in self.known.all))
    @rule(by=who, number=which)
    def restore(self, by, number):
        said = self._pick(number, lambda s: s.status == "reversed")
        if self._do("restore", by, said, call=lambda: services.restore_decision(said.id)):
            said.restore(timezone.now())

    @precondition(lambda self: self.known.all)
    @rule(by=who, number=which, verdict=st.sampled_from(["confirm", "edit", "reject", "reject"]))
    def ratify(self, by, number, verdict):
        said = self._pick(number, lambda s: by in (s.decider, s.second)) or self._pick(number)
        changes = {"summary": str(timezone.now())} if verdict == "edit" else None
        reason = self.known.refusal(by, "say", said, verdict=verdict)
        scope, word = self.world.scope(by), Verdict(verdict)
        if reason:
            with pytest.raises(REFUSALS[reason]):
                ratification.ratify(scope, said.id, word, changes=changes)
            return
        ratification.ratify(scope, said.id, word, changes=changes)
        said.say(by, verdict, timezone.now())

    @precondition(lambda self: any(said.words for said in self.known.all))
    @rule(by=who, number=which)
    def withdraw(self, by, number):
        said = self._pick(number, lambda s: s.words)
        by = by if by in said.words else min(said.words)
        if self._do("withdraw", by, said, call=lambda: ratification.withdraw(said.id)):
            said.take_back(by, timezone.now())

    @precondition(lambda self: self.known.all)
    @rule(by=who, number=which, status=st.sampled_from(["decided", "pending", "reversed"]))
    def edit(self, by, number, status):
        said = self._pick(number)
        if by in said.readers:
            self._edit(by, said, status=status, tags=[str(timezone.now())])
            if status != said.status:
                said.statuses.append((timezone.now(), status))

    @precondition(lambda self: self.known.all)
    @rule(by=who, number=which)
    def delete(self, by, number):
        said = self._pick(number)
        admin = by == "owner"
        if self._do(
            "delete", by, said, call=lambda: services.delete_memory(said.id, is_admin=admin)
        ):
            self.known.forget(said)

    @precondition(lambda self: self.known.all)
    @rule(by=who, number=which, visibility=st.sampled_from(["shared", "private"]))
    def show_or_hide(self, by, number, visibility):
        said = self._pick(number)
        if by not in said.readers:
            return
        reason = self.known.refusal(by, "show", said, visibility=visibility)
        if reason:
            with pytest.raises(REFUSALS[reason]):
                self._edit(by, said, visibility=visibility)
            return
        self._edit(by, said, visibility=visibility)
        said.visibility = visibility

    @precondition(lambda self: self.known.all)
    @rule(by=st.sampled_from(["teammate", "private_owner"]), number=which,
          visibility=st.sampled_from(["restricted", "private"]))  # fmt: skip
    def its_source_turns_narrower(self, by, number, visibility):
        said = self._pick(number)
        if by not in said.readers or WIDTHS.index(visibility) < WIDTHS.index(said.visibility):
            return
        if visibility == said.visibility == "private":
            return
        owner = by if visibility == "private" else None
        with self.world.acting_as(by) as scope:
            narrowed = scope.principal_id if owner else None
            audience = None if owner else self.channel
            sharing.narrow([said.id], visibility, narrowed, audience)
        said.visibility, said.owner = visibility, owner

    # --- What is so after each ---

    @invariant()
    def the_rows_say_who_replaced_what_and_since_when(self):
        newer = {said.id: self.known.successor(said) for said in self.known.all}
        for each in PEOPLE:
            with self.world.acting_as(each):
                columns = ("id", "status", "superseded_by", "invalid_at")
                rows = set(Decision.objects.values_list(*columns))
            assert rows == {
                (said.id, said.status, new.id if new else None, new.date if new else None)
                for said in self.known.all
                if each in said.readers
                for new in [newer[said.id]]
            }

    @invariant()
    def what_its_deciders_say_is_told_to_those_who_see_it(self):
        for each in PEOPLE:
            with self.world.acting_as(each):
                judged = ratification.accuracy().team.judged
            assert judged == sum(
                bool(said.words) for said in self.known.all if each in said.readers
            )

    @invariant()
    def nothing_replaces_itself_in_the_end(self):
        for said in self.known.all:
            seen, new = {said}, self.known.successor(said)
            while new:
                assert new not in seen
                seen.add(new)
                new = self.known.successor(new)

    @invariant()
    def a_search_tells_what_holds_now_and_what_held_then(self):
        self.moments.append(timezone.now())
        self.steps += 1
        viewer = PEOPLE[self.steps % len(PEOPLE)]
        assert self._found(viewer) == self.known.seen_by(viewer)
        days = [date_of(number) for number in range(-1, DAYS + 1)]
        for then in (
            days[self.steps * 7 % len(days)],
            self.moments[self.steps * 5 % len(self.moments)],
        ):
            assert self._found(viewer, then) == self.known.seen_by(viewer, then)

    def _found(self, viewer, then=None):
        filters = Filters(kinds=("decision",), include_reversed=True, as_of=then)
        found = search(self.world.scope(viewer), "", filters=filters, limit=MAX_RESULTS)
        return {result.id: result.holds.value for result in found.results}

    # --- How it is done ---

    def _pick(self, number, wanted=lambda said: True):
        those = [said for said in self.known.all if wanted(said)]
        return those[number % len(those)] if those else None

    def _do(self, deed, by, *on, call):
        """Whether it was done; where it should be refused, that it was."""
        reason = self.known.refusal(by, deed, *on)
        if not reason:
            with self.world.acting_as(by):
                call()
            return True
        with pytest.raises(REFUSALS[reason]), self.world.acting_as(by):
            call()
        return False

    def _edit(self, by, said, **changes):
        services.edit_memory(self.world.scope(by), said.id, changes)


@pytest.fixture
def team(world, monkeypatch):
    """Someone's hands on a team, with the model beside it."""
    from momo.platform.accounts.models import Audience, AudienceMember

    models = Providers(RulesExtractor(), HashedEmbeddings(), chat=None)
    monkeypatch.setattr(process, "providers", lambda: models)
    monkeypatch.setattr(services, "providers", lambda: models)
    monkeypatch.setattr("connectors.services.wake", lambda queue: None)
    with world.acting_as("owner"):
        channel = Audience.objects.create(source="slack", key="C1", name="board")
        for name in ("teammate", "private_owner"):
            member = getattr(world, name)
            AudienceMember.objects.create(
                audience_id=channel.id, email=member.email, principal_id=member.id
            )
    return type("ThisTeam", (Team,), {"world": world, "channel": channel.id})


def test_at_every_moment_exactly_the_decisions_that_should_hold_do(team):
    run_state_machine_as_test(team, settings=QUICK)
