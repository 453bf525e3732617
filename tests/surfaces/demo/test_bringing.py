"""What the demo team wrote, taken into a team that has nothing yet."""

from connectors.models import PipelineJob, SourceItem
from momo.platform.tenancy.visibility import Visibility
from tests.api import ROOT, session, with_key


def test_an_owner_takes_the_demo_into_an_empty_team_once(world):
    client = session(world, "owner")
    told = client.post(f"{ROOT}/demo")
    assert told.status_code == 202
    assert told.json()["question"].endswith("?")
    with world.acting_as("teammate"):
        shared = SourceItem.objects.count()
        assert not SourceItem.objects.filter(visibility=Visibility.PRIVATE).exists()
    with world.acting_as("owner"):
        assert SourceItem.objects.count() == told.json()["items"] > shared > 0
    assert PipelineJob.objects.filter(team_id=world.team.id).count() >= told.json()["items"]
    again = client.post(f"{ROOT}/demo")
    assert (again.status_code, again.json()["code"]) == (409, "conflict")


def test_only_owners_and_admins_take_it_in(world):
    assert session(world, "teammate").post(f"{ROOT}/demo").status_code == 403
    assert with_key(world, "owner", "read", "write").post(f"{ROOT}/demo").status_code == 403
