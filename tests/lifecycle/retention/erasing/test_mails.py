"""Erasing ends digests to an erased address, and takes kept mails that may quote what goes."""

import pytest

from lifecycle.digests import outbox, subscriptions
from lifecycle.digests.models import DigestSubscription
from lifecycle.retention import erasing
from lifecycle.retention.targets import Target
from momo.platform.accounts.services import NotAllowed
from momo.platform.tenancy.visibility import Visibility
from tests.decisions.pipeline.feeding import note, take_in
from tests.lifecycle.retention.erasing.erasure import BEN, SAID, erase, item


def subscribe(world, *addresses):
    with world.acting_as("owner"):
        fields = {"addresses": list(addresses)}
        return subscriptions.subscribe(fields, for_team=True, is_admin=True).id


def test_no_digest_goes_to_an_address_that_was_erased(world):
    take_in(world, "teammate", note("a", SAID, author=BEN))
    one, both = subscribe(world, "ben@momo.example"), subscribe(world, "Ben@momo.example", "c@x.de")
    target = {"person": "BEN@momo.example"}
    found = erasing.preview(world.scope("owner"), Target(**target))
    assert found.erased["digest_subscriptions"] == 2
    with pytest.raises(NotAllowed):
        erase(world, "teammate", **target)
    done = erase(world, **target)
    assert (done.erased["digest_subscriptions"], done.verified["digest_subscriptions"]) == (2, 0)
    with world.acting_as("owner"):
        rows = {row.id: row for row in DigestSubscription.objects.all()}
    assert (rows[one].addresses, rows[one].active) == ([], False)
    assert (rows[both].addresses, rows[both].active) == (["c@x.de"], True)


def test_what_is_erased_in_one_place_leaves_the_address_its_digests(world):
    take_in(world, "teammate", note("a", SAID, author=BEN))
    subscribe(world, BEN.email)
    erase(world, person=BEN.email, integration=item(world, "a").integration_id)
    erase(world, "teammate", person=BEN.email)  # who may not settle what the team is told
    with world.acting_as("owner"):
        assert DigestSubscription.objects.get().addresses == [BEN.email]


def kept_mails(world, settings, tmp_path):
    """Mails of two in the team and of one in another, kept as files."""
    settings.EMAIL_FILE_PATH = tmp_path
    readers = [(world.team, "teammate"), (world.team, "owner"), (world.other_team, "stranger")]
    for team, who in readers:
        folder = outbox.folder(team.id, world.scope(who).principal_id)
        folder.mkdir(parents=True)
        (folder / f"{who}.log").write_text(SAID)


def names_of_files(tmp_path):
    return {path.stem for path in tmp_path.rglob("*.log")}


def test_mails_that_are_kept_as_files_go_with_what_they_may_quote(world, settings, tmp_path):
    kept_mails(world, settings, tmp_path)
    take_in(world, "teammate", note("mine", SAID), default_visibility=Visibility.PRIVATE)
    take_in(world, "teammate", note("a", SAID))
    erase(world, "teammate", item=item(world, "mine", "teammate").id)
    assert names_of_files(tmp_path) == {"owner", "stranger"}
    erase(world, item=item(world, "a").id)
    assert names_of_files(tmp_path) == {"stranger"}
