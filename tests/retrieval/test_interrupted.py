"""Interrupted at whatever line: the next one's answers are their own, nothing is left behind."""

import gc
import linecache
import sys
from collections import Counter
from contextlib import suppress
from itertools import count
from threading import BoundedSemaphore
from types import FrameType

import pytest
from django.db import Error, connection

from momo.platform.tenancy.context import acting_as, nothing_follows
from momo.platform.tenancy.prepared import sent_prepared
from retrieval import lines

WHO = "SELECT current_setting('momo.team', true), (SELECT count(*) FROM tenancy_team), %(n)s::int"
INTERRUPTED = (
    "tenancy/pipeline.py",
    "tenancy/prepared.py",
    "tenancy/context.py",
    "retrieval/lines.py",
)
# Interruptions come once a call is done; the second of these is done with its one call.
UNINTERRUPTED = ("try:", "_current.set(outer)")


class AtLine:
    """Interrupts what runs within it at the nth line of those files that it comes to."""

    def __init__(self, nth: int) -> None:
        self.left, self.where = nth, ""

    def __call__(self, frame: FrameType, event: str, _: object) -> "AtLine | None":
        if not frame.f_code.co_filename.endswith(INTERRUPTED):
            return None
        line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
        if event == "line" and line.strip() not in UNINTERRUPTED:
            self.left -= 1
            if not self.left:
                self.where = f"{frame.f_code.co_qualname}:{frame.f_lineno}"
                raise KeyboardInterrupt
        return self

    def __enter__(self) -> "AtLine":
        sys.settrace(self)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)


def on_one(scope):
    with acting_as(scope.team_id, scope.principal_id, keep_plans=True, pipelined=True):
        first, second = sent_prepared(WHO, {"n": 1}), sent_prepared(WHO, {"n": 2})
        rows = first()
        nothing_follows()
        return rows + second()


def beside(scope):
    with (
        acting_as(scope.team_id, scope.principal_id, keep_plans=True, pipelined=True),
        lines.beside(scope) as line,
    ):
        first, second = line.send(WHO, {"n": 1}), sent_prepared(WHO, {"n": 2})
        line.last()
        return first() + second()


def asked_after(scope, ask):
    """What they are answered; whoever comes first after an interruption may have to ask again."""
    with suppress(Error):
        return ask(scope)
    return ask(scope)


@pytest.fixture
def untraced():
    """Whoever measures what tests cover goes on afterwards."""
    tracer = sys.gettrace()
    yield
    sys.settrace(tracer)
    lines.close()
    gc.collect()  # what was lost in the moment that it was taken


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("ask", [on_one, beside])
def test_an_interruption_mixes_up_no_answers_and_leaves_nothing_behind(
    committed_world, untraced, monkeypatch, ask
):
    owner, stranger = (committed_world.scope(who) for who in ("owner", "stranger"))
    ask(owner)
    wrong = Counter[str]()
    for nth in count(1):
        # In the very moment that one is taken beside it may be lost to the others.
        monkeypatch.setattr(lines, "_left", BoundedSemaphore(1))
        with suppress(KeyboardInterrupt), AtLine(nth) as at:
            ask(owner)
        if not at.where:
            break
        for scope in (stranger, owner):
            answers = asked_after(scope, ask)
            if answers != [(str(scope.team_id), 1, 1), (str(scope.team_id), 1, 2)]:
                wrong[f"{at.where}: {answers}"] += 1
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('momo.team', true)")
            wrong[f"{at.where}: a team is left set"] += bool(cursor.fetchone()[0])
    assert nth > 100
    assert +wrong == Counter()
