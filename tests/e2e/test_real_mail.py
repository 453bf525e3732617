"""A working group's real mail, all of it, from the mailbox to a cited answer."""

from connectors import progress
from connectors.models import SourceItem
from connectors.registry import FILE_CONNECTORS
from connectors.services import ingest
from decisions.pipeline.drain import drain_team
from retrieval.answering.answer import ask

MAILS = 831


def test_none_is_lost_none_is_parked_and_answers_cite_them(world, shared_data):
    scope, mailbox = world.scope("owner"), shared_data / "ietf" / "dev.mbox"
    first = ingest(scope, FILE_CONNECTORS["mbox"], mailbox)
    drain_team(scope.team_id)
    again = ingest(scope, FILE_CONNECTORS["mbox"], mailbox)

    assert (first.added, first.refused, first.skipped) == (MAILS, 0, 0)
    assert (again.added, again.updated, again.unchanged) == (0, 0, MAILS)
    left = progress.left(scope)
    assert (left.waiting, left.parked) == (0, 0)
    with world.acting_as("owner"):
        assert not SourceItem.objects.filter(processed_at=None).exists()

    answer = ask(scope, "What was said about TURN servers and websockets?")
    assert answer.known
    assert answer.citations
    assert "TURN" in answer.text
