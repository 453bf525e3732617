"""Killed at any moment and started again, an import ends where it would have ended undisturbed."""

import random
import signal
import time

from connectors.models import PipelineJob, SourceItem
from decisions.models import Edge, Entity, Memory
from momo.platform.accounts.services import create_team
from momo.platform.tenancy.context import acting_as
from tests.command import Momo
from tests.mailbox import mail, write_mbox

MAILS = 400


def result(world, team, user):
    """All that an import leaves behind, but for ids and times of writing."""
    with acting_as(team.id, user.id):
        names = dict(Entity.objects.values_list("id", "key"))
        items = dict(SourceItem.objects.values_list("id", "external_id"))
        memories = {
            m.id: (items[m.source_item_id], m.kind, m.title, m.decision_type, m.status)
            for m in Memory.objects.all()
        }
        ends = names | items | memories
        edges = sorted(
            (*memories[e.src], e.kind, e.role, round(e.weight, 6), str(ends[e.dst]))
            for e in Edge.objects.exclude(kind="SAME_THREAD")  # a thread's key differs by team
        )
        unfinished = SourceItem.objects.filter(processed_at=None).count()
        return sorted(memories.values()), edges, unfinished


def wait_for(condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.01)


def kill_with_jobs_left(process, world, enough):
    """Kill an import once it has stored mails and no more than `enough` wait for the pipeline."""
    jobs = PipelineJob.objects.filter(team_id=world.team.id)
    wait_for(lambda: jobs.exists() or process.poll() is not None)
    wait_for(lambda: jobs.count() <= enough or process.poll() is not None)
    process.send_signal(signal.SIGKILL)
    process.communicate()


def test_a_killed_import_goes_on_where_it_stopped(committed_world, tmp_path):
    world = committed_world
    box = write_mbox(tmp_path / "box.mbox", [mail(n) for n in range(MAILS)])
    undisturbed = Momo(world.other_team.slug, world.stranger.email)
    undisturbed("ingest", "mbox", box)

    disturbed = Momo(world.team.slug, world.owner.email)
    dice = random.Random(1)
    for _ in range(3):
        kill_with_jobs_left(disturbed.start("ingest", "mbox", box), world, dice.randrange(MAILS))
    summary = disturbed.json("ingest", "mbox", box)

    assert summary["parked"] == summary["waiting"] == 0
    assert not PipelineJob.objects.filter(team_id=world.team.id).exists()
    assert result(world, world.team, world.owner) == result(world, world.other_team, world.stranger)


def test_two_imports_of_one_mailbox_at_a_time_are_as_one(committed_world, tmp_path):
    world = committed_world
    box = write_mbox(tmp_path / "box.mbox", [mail(n) for n in range(150)])
    alone = create_team(owner=world.stranger, name="Alone")
    Momo(alone.slug, world.stranger.email)("ingest", "mbox", box)
    momo = Momo(world.team.slug, world.owner.email)
    both = [momo.start("ingest", "mbox", box) for _ in range(2)]
    for process in both:
        _, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
    assert result(world, world.team, world.owner) == result(world, alone, world.stranger)
