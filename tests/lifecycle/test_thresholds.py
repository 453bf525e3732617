"""The numbers at which Momo draws a line are told with their meaning."""

from django.urls import reverse

from decisions.crossrefs import LINK_SIMILARITY
from lifecycle.api.thresholds import THRESHOLD_AREAS
from tests.api import session


def test_each_is_told_with_its_meaning_and_as_it_is_in_force(world):
    items = session(world, "teammate").get(reverse("thresholds")).json()["items"]
    assert {each["area"] for each in items} == set(THRESHOLD_AREAS)
    assert len({(each["area"], each["name"]) for each in items}) == len(items)
    assert all(each["label"] and each["meaning"].endswith(".") and each["unit"] for each in items)
    values = {each["name"]: each["value"] for each in items}
    assert values["link_similarity"] == LINK_SIMILARITY


def test_nobody_changes_them(world):
    assert session(world, "owner").patch(reverse("thresholds"), {}).status_code == 405
