"""The audit log grows and never changes."""

import pytest
from django.db import DatabaseError, connection, transaction

from momo.platform.audit import services as audit
from momo.platform.audit.models import AuditEvent


def test_events_are_numbered_and_chained(world):
    with world.acting_as("owner"):
        before = AuditEvent.objects.count()
        first, second = audit.record("one.done", subject="x", n=1), audit.record("two.done")
        assert (first.number, second.number) == (before + 1, before + 2)
        assert bytes(second.previous_hash) == bytes(first.hash)
        assert audit.first_broken_link() is None


def test_the_serving_role_cannot_change_or_delete_an_event(world):
    with world.acting_as("owner"):
        audit.record("one.done")
        for statement in (
            "UPDATE audit_auditevent SET action = 'x'",
            "DELETE FROM audit_auditevent",
            "TRUNCATE audit_auditevent",
        ):
            with (
                pytest.raises(DatabaseError, match="permission denied"),
                transaction.atomic(),
                connection.cursor() as cursor,
            ):
                cursor.execute(statement)


def test_a_forged_event_breaks_the_chain(world):
    with world.acting_as("owner"):
        last = AuditEvent.objects.order_by("-number").first()
        forged = AuditEvent(
            number=last.number + 1, at=last.at, actor_id=last.actor_id, action="forged",
            previous_hash=last.hash, hash=b"\x00" * 32,
        )  # fmt: skip
        forged.save(force_insert=True)
        assert audit.first_broken_link() == forged.number


def test_a_missing_event_breaks_the_chain(world):
    with world.acting_as("owner"):
        last = AuditEvent.objects.order_by("-number").first()
        skipping = AuditEvent(
            number=last.number + 2, at=last.at, actor_id=last.actor_id, action="late",
            previous_hash=last.hash,
        )  # fmt: skip
        skipping.hash = audit.digest(skipping)
        skipping.save(force_insert=True)
        assert audit.first_broken_link() == last.number + 1


def test_each_team_has_its_own_chain(world):
    with world.acting_as("owner"):
        audit.record("one.done")
    with world.acting_as("stranger"):
        assert [e.action for e in AuditEvent.objects.order_by("number")] == ["team.created"]
