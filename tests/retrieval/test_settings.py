"""How a team is searched: chosen by its admins, the defaults for all else."""

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from decisions.models import MemoryEmbedding
from decisions.services import supersede_decision
from momo.platform.accounts.services import NotAllowed
from momo.platform.ai import AIConfig
from momo.platform.audit.models import AuditEvent
from retrieval.active import Gone, active_model, provider_of
from retrieval.models import RetrievalSettings
from retrieval.pipeline import search
from retrieval.ranking.parameters import DEFAULTS, bounds
from retrieval.settings import BACKEND, change_settings, settings_of
from tests.api import as_agent, decision, session, with_key

ADDRESS = "/api/v1/retrieval/settings"


def test_a_team_that_chose_nothing_has_the_defaults(world):
    with world.acting_as("owner"):
        settings = settings_of()
        assert (settings.backend, settings.graph, settings.chosen) == (BACKEND, "off", ())
        assert settings.embedding_model == "wordllama-256"
        assert not RetrievalSettings.objects.exists()


def test_an_admins_choice_counts_for_the_team_and_is_audited(world):
    changed = session(world, "owner").patch(ADDRESS, {"backend": "rrf", "graph": "hops"})
    assert changed.status_code == 200
    read = session(world, "teammate").get(ADDRESS).json()
    assert (read["backend"], read["graph"], read["chosen"]) == ("rrf", "hops", ["backend", "graph"])
    assert session(world, "stranger").get(ADDRESS).json()["chosen"] == []
    with world.acting_as("owner"):
        event = AuditEvent.objects.get(action="retrieval_settings.changed")
        assert event.details == {"backend": "rrf", "graph": "hops"}


def test_null_takes_a_choice_back(world):
    owner = session(world, "owner")
    owner.patch(ADDRESS, {"backend": "rrf"})
    assert owner.patch(ADDRESS, {"backend": None}).json()["backend"] == BACKEND


def test_others_may_not_choose(world):
    clients = (session(world, "teammate"), with_key(world, "owner", "write"), as_agent(world))
    for client in clients:
        assert client.patch(ADDRESS, {"backend": "rrf"}).status_code == 403
    with world.acting_as("teammate"), pytest.raises(NotAllowed):
        change_settings({"backend": "rrf"})


@pytest.mark.parametrize(
    "body", [{"backend": "magic"}, {"graph": ""}, {"embedding_model": "x"}, {"team_id": "x"}]
)
def test_what_is_not_known_is_refused(world, body):
    assert session(world, "owner").patch(ADDRESS, body).status_code == 400


def test_a_change_on_top_of_an_unread_one_is_refused(world):
    owner = session(world, "owner")
    etag = owner.get(ADDRESS)["ETag"]
    assert owner.patch(ADDRESS, {"graph": "hops"}, headers={"If-Match": etag}).status_code == 200
    assert owner.patch(ADDRESS, {"graph": "off"}, headers={"If-Match": etag}).status_code == 412
    assert owner.patch(ADDRESS, {"graph": "off"}, headers={"If-Match": "*"}).status_code == 200


def test_saying_the_same_again_changes_nothing(world):
    owner = session(world, "owner")
    for _ in range(2):
        owner.patch(ADDRESS, {"graph": "hops"})
    with world.acting_as("owner"):
        assert AuditEvent.objects.filter(action="retrieval_settings.changed").count() == 1


def test_reading_takes_one_statement_once_a_team_was_searched(
    world, django_assert_num_queries: DjangoAssertNumQueries
):
    decision(world, "owner")
    with world.acting_as("teammate"):
        settings_of()
        with django_assert_num_queries(1):
            settings_of()


def test_the_model_is_that_of_the_vectors_whoever_asks_first(world, settings):
    decision(world, "private_owner", visibility="private")
    settings.MOMO_AI = AIConfig(base_url="http://127.0.0.1:9/v1", embedding_model="new-model")
    with world.acting_as("owner"):  # who sees none of them
        assert not MemoryEmbedding.objects.exists()
        assert active_model() == "wordllama-256"
    with world.acting_as("stranger"):  # of a team without any
        assert active_model() == "new-model"
        assert not RetrievalSettings.objects.exists()


def test_a_choice_made_before_the_first_memory_keeps_no_model(world, settings):
    with world.acting_as("owner"):
        change_settings({"backend": "rrf"})
    settings.MOMO_AI = AIConfig(base_url="http://127.0.0.1:9/v1", embedding_model="new-model")
    with world.acting_as("owner"):
        assert active_model() == "new-model"


def test_a_model_is_asked_by_its_name(settings):
    settings.MOMO_AI = AIConfig(base_url="http://127.0.0.1:9/v1", embedding_model="new-model")
    assert [provider_of(name).model for name in ("new-model", "old-model", "wordllama-256")] == [
        "new-model", "old-model", "wordllama-256",
    ]  # fmt: skip
    settings.MOMO_AI = AIConfig()
    assert isinstance(provider_of("old-model"), Gone)


def test_the_index_says_which_model_is_searched_and_how_far_it_is(world):
    decision(world, "owner")
    read = session(world, "teammate").get(reverse("retrieval-index")).json()
    assert (read["model"], read["configured"]) == ("wordllama-256", "wordllama-256")
    assert (read["memories"], read["indexed"], read["state"]) == (1, 1, "")


def test_numbers_are_told_with_their_bounds_and_meaning(world):
    told = session(world, "teammate").get(ADDRESS).json()["parameters"]
    assert [each["name"] for each in told] == [each.name for each in bounds()]
    assert all(each["value"] == each["default"] and not each["chosen"] for each in told)


def test_a_number_counts_for_the_team_alone_and_is_audited(world):
    changed = session(world, "owner").patch(ADDRESS, {"parameters": {"recency_weight": 0.5}})
    assert changed.json()["chosen"] == ["recency_weight"]
    with world.acting_as("teammate"):
        assert settings_of().parameters.recency_weight == 0.5
    with world.acting_as("stranger"):
        assert settings_of().parameters == DEFAULTS
    with world.acting_as("owner"):
        event = AuditEvent.objects.get(action="retrieval_settings.changed")
        assert event.details == {"parameters": {"recency_weight": 0.5}}


def test_each_number_is_changed_and_taken_back_by_itself(world):
    owner = session(world, "owner")
    owner.patch(ADDRESS, {"parameters": {"recency_weight": 0.5, "decay_days": 30}})
    back = owner.patch(ADDRESS, {"parameters": {"recency_weight": None}}).json()
    assert back["chosen"] == ["decay_days"]


@pytest.mark.parametrize(
    "numbers", [{"recency_weight": 0.61}, {"decay_days": 0}, {"people_weight": "NaN"}, {"x": 1}]
)
def test_a_number_outside_its_bounds_is_refused(world, numbers):
    refused = session(world, "owner").patch(ADDRESS, {"parameters": numbers})
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["field"] == f"parameters.{next(iter(numbers))}"


def test_a_number_changes_the_version(world):
    owner = session(world, "owner")
    etag = owner.get(ADDRESS)["ETag"]
    body = {"parameters": {"words_weight": 2.0}}
    assert owner.patch(ADDRESS, body, headers={"If-Match": etag})["ETag"] != etag
    assert owner.patch(ADDRESS, body, headers={"If-Match": etag}).status_code == 412


def test_what_was_replaced_ranks_as_the_team_says(world):
    old, new = decision(world, "owner", "Use MySQL"), decision(world, "owner", "Use Postgres")
    with world.acting_as("owner"):
        supersede_decision(old, new)
    scores = []
    for factor in (0.05, 1.0):
        with world.acting_as("owner"):
            change_settings({"superseded_factor": factor})
        results = search(world.scope("teammate"), "MySQL").results
        scores += [each.score for each in results if each.id == old]
    assert scores[0] < scores[1]
