"""Search finds what a person would call right: 50 questions, written before any result was seen.

Asked of the demo team and of a real mailbox, both brought in through the ordinary pipeline. On 30
of them search was tuned; the 20 that are held out tell what to expect of others.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from django.test import override_settings

from retrieval.evaluation.measure import Recall, measure
from tests.conftest import SHARED_DATA

pytestmark = pytest.mark.xdist_group("questions")  # one worker brings in what they ask about, once

QUESTIONS = Path(__file__).parent / "questions"
MAILBOX = SHARED_DATA / "ietf" / "dev.mbox"
FIRST = 5  # results that a person looks at
WANTED = 0.9  # mean share of what is expected that is among them
# Of the mails the offline product finds 0.87: half of the rest is said in other words altogether,
# half in a mail so long that short replies with a few of the words outweigh it.
REACHED = 0.85
# Of what is held out 0.90 of the demo's and 0.95 of the mails' are found; one in ten may be lost.
HELD_OUT = {"held_out_demo.yaml": 0.8, "held_out_mails.yaml": 0.85}


@pytest.fixture(scope="module")
def quiet_world(lasting_world):
    """Nobody is woken: the tests do the work."""
    from retrieval import lines

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("connectors.services.wake", lambda queue: None)
        yield lasting_world
    lines.close()


@pytest.fixture(scope="module")
def demo(quiet_world, tmp_path_factory):
    from momo.surfaces.demo import load

    with override_settings(DATA_DIR=tmp_path_factory.mktemp("demo")):
        yield load.load()


@pytest.fixture(scope="module")
def mails(quiet_world):
    """Who has the mails; the mailbox itself is not part of the repository."""
    from connectors.registry import FILE_CONNECTORS
    from connectors.services import ingest
    from decisions.pipeline.drain import drain_team

    if not MAILBOX.is_file():
        pytest.skip(f"There is no {MAILBOX}.")
    scope = quiet_world.scope("owner")
    ingest(scope, FILE_CONNECTORS["mbox"], MAILBOX)
    drain_team(scope.team_id)
    return scope


def test_of_the_demo_nine_tenths_of_what_is_expected_are_among_the_first_five(demo):
    found = _asked(demo.scope, "demo.yaml")
    assert found.questions == 18
    assert found.at[FIRST] >= WANTED, _missed(found)
    assert _by_command(demo)["recall_at_10"] >= found.at[FIRST]


def test_of_the_mails_more_than_eight_in_ten_are(mails):
    found = _asked(mails, "mails.yaml")
    assert found.questions == 12
    assert found.at[FIRST] >= REACHED, _missed(found)


def test_of_the_demos_questions_that_are_held_out_eight_in_ten_are(demo):
    found = _asked(demo.scope, "held_out_demo.yaml")
    assert found.questions == 10
    assert found.at[FIRST] >= HELD_OUT["held_out_demo.yaml"], _missed(found)


def test_of_the_mails_questions_that_are_held_out_more_than_eight_in_ten_are(mails):
    found = _asked(mails, "held_out_mails.yaml")
    assert found.questions == 10
    assert found.at[FIRST] >= HELD_OUT["held_out_mails.yaml"], _missed(found)


def _asked(scope, name) -> Recall:
    from momo.platform.tenancy.context import acting_as
    from retrieval.evaluation import question_sets
    from retrieval.pipeline import search

    with acting_as(scope.team_id, scope.principal_id):
        questions = question_sets.resolve(question_sets.read(QUESTIONS / name))

    def find(question, k):
        return [question_sets.key_of_result(r) for r in search(scope, question).results[:k]]

    return measure(questions, find, ks=(FIRST,))


def _by_command(demo):
    """What the same file gives to somebody who runs it by hand."""
    from momo.surfaces.cli.main import run

    env = {"MOMO_TEAM": demo.team, "MOMO_USER": demo.email}
    path = str(QUESTIONS / "demo.yaml")
    return json.loads(
        CliRunner().invoke(run, ["eval", "retrieval", path, "--json"], env=env).output
    )


def _missed(found: Recall) -> str:
    shares = [(each.share(FIRST), each.asked.question) for each in found.answered]
    lines = [f"{share:.2f} {question}" for share, question in sorted(shares) if share < 1]
    return "\n".join([f"recall@{FIRST} {found.at[FIRST]:.3f} of {found.questions}", *lines])
