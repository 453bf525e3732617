"""A worker that is killed while it tells: what it told is told again, under the same id."""

import os
import signal
import subprocess
import sys

from django.utils import timezone

from decisions.models import Unreconciled
from lifecycle.scheduling.models import Schedule
from tests.api import decision
from tests.command import environment
from tests.lifecycle.hooks.conftest import deliveries, make, turn

WORKER = """
import sys, django
django.setup()
from lifecycle.hooks.send import take_turn
print("ready", flush=True)
sys.stdin.readline()
take_turn(sys.argv[1])
"""


def test_killed_after_the_message_left_it_is_sent_again_and_known_by_its_id(
    committed_world, receiver
):
    world = committed_world
    endpoint = make(world, receiver.url)
    decision(world, "owner")
    Unreconciled.objects.all().delete()
    schedule = Schedule.objects.get(subject_id=endpoint.id)
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, str(schedule.id)],
        env=environment(),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip

    def kill():
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait()
        return 204, {}

    receiver.answers.append(kill)
    assert worker.stdout.readline() == "ready\n"
    worker.communicate("go\n")
    assert worker.returncode == -signal.SIGKILL
    [sent] = deliveries(world, endpoint)
    assert (sent.state, sent.attempts) == ("waiting", 0)
    Schedule.objects.update(locked_until=timezone.now())  # its lease runs out
    turn(endpoint)
    assert receiver.ids() == [sent.message_id] * 2
    assert [each.state for each in deliveries(world, endpoint)] == ["delivered"]
