"""Every command that reads shows a stranger, and a teammate of private things, nothing of them."""

import pytest
from click.testing import CliRunner

from connectors.models import PipelineJob
from decisions.models import Decision
from momo.surfaces.cli.main import run
from tests.mailbox import mail, write_mbox

CANARY = "Xylophone"

# How each command is called to see the canary, were it to be seen; None: it shows no memory.
CALLS = {
    "ask": ["ask", f"What was decided about the {CANARY}?"],
    "search": ["search", CANARY, "--explain"],
    "context": ["context", CANARY],
    "decisions": ["decisions", "list"],
    "pipeline": ["pipeline", "status"],
    "team": ["team", "members"],
    "key": ["key", "list"],
    "graph": ["graph", "--json"],
    "history": ["history", CANARY],
    "entities": ["entities", "--json"],
    "ratify": ["ratify"],
    "accuracy": ["accuracy"],
    "conflicts": ["conflicts"],
    "reindex": ["reindex", "--status", "--json"],
    "retrieval-settings": ["retrieval-settings", "--json"],
    "usage": ["usage"],
    "budget": ["budget"],
    "connections": ["connections"],
    "connect": ["connect"],
    "sync": ["sync"],
    "choose": None,  # of one source, by name: see test_live.py
    "disconnect": None,
    "gateway": None,
    "fakes": None,
    "ingest": None,
    "up": None,
    "eval": None,
    "doctor": None,
    "migrate": None,
    "rotate-keys": None,
    "partitions": None,
    "related": None,  # asked by id: see test_graph.py
    "backfill-crossrefs": None,
    "compact": None,
    "digest": ["digest", "--period", "month", "--before", "2026-01-20"],
    "commitments": ["commitments"],
    "retention": ["retention", "sources"],
    "hold": ["hold", "list"],
    "erase": ["erase", "person", "p1@mail.example", "--dry-run"],
}


def test_every_command_has_a_case_here():
    assert set(CALLS) == set(run.commands)


@pytest.fixture
def private(world, tmp_path):
    """A decision in a mail of one person's, and an item of it that is parked."""

    def momo(who, *arguments):
        team = world.other_team if who == "stranger" else world.team
        env = {"MOMO_TEAM": team.slug, "MOMO_USER": getattr(world, who).email}
        return CliRunner().invoke(run, [str(a) for a in arguments], env=env)

    said = mail(1, text=f"We decided to buy the {CANARY} because it is loud.", Subject=CANARY)
    box = write_mbox(tmp_path / "b.mbox", [said])
    assert momo("private_owner", "ingest", "mbox", box).exit_code == 0
    return momo


@pytest.mark.parametrize("call", [c for c in CALLS.values() if c], ids=lambda c: c[0])
@pytest.mark.parametrize("who", ["stranger", "teammate", "owner"])
def test_others_are_shown_nothing(private, who, call):
    shown = private(who, *call).output.lower()
    for asked in (" ".join(call[1:]), f"looked for {CANARY}"):  # the question itself, told back
        shown = shown.replace(asked.lower(), "")
    assert CANARY.lower() not in shown


@pytest.mark.parametrize("call", ["ask", "search", "context", "decisions", "graph", "history"])
def test_its_owner_is_shown_it(private, call):
    assert CANARY in private("private_owner", *CALLS[call]).output


def test_a_decision_that_may_not_be_seen_is_as_one_that_is_not_there(world, private):
    with world.acting_as("private_owner"):
        decision = Decision.objects.get().id
    for who in ("stranger", "teammate"):
        hidden = private(who, "decisions", "show", decision)
        missing = private(who, "decisions", "show", world.team.id)
        assert hidden.output == missing.output
        assert hidden.exit_code == missing.exit_code == 1


def test_another_persons_parked_work_is_not_counted_nor_retried(world, private, tmp_path):
    with world.acting_as("private_owner"):
        item_id = Decision.objects.get().source_item_id
    PipelineJob.objects.create(
        team_id=world.team.id, item_id=item_id, principal_id=world.private_owner.id,
        queue="backfill", due_at="2026-01-01T00:00Z", parked_at="2026-01-01T00:00Z", error="x",
    )  # fmt: skip
    for who in ("stranger", "teammate"):
        assert "0 parked" in private(who, "pipeline", "status").output
        private(who, "pipeline", "retry")
    assert PipelineJob.objects.get().parked_at
    assert "1 parked" in private("private_owner", "pipeline", "status").output
