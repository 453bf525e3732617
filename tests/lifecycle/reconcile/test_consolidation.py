"""The consolidation of one note, step by step, as it is described:

    Note: "I started working at Google last week"     Timestamp: 2025-06-14T10:30:00Z

    Extracted memory:
      "USER works at Google" (valid since 2025-06-07)
    Existing memories:
      [1] "USER works at Microsoft" (valid since 2023-01-01)
      [2] "USER prefers TypeScript" (valid since 2023-05-15)
      [3] "USER lives in San Francisco" (valid since 2022-08-01)
    LLM decision:
      action: INVALIDATE
      reason: "USER changed jobs from Microsoft to Google"

through the pipeline and the reconciler, against a model server over HTTP.
"""

import json
import re
from datetime import UTC, datetime

import pytest

from connectors.contract import Person
from connectors.models import PipelineJob, SourceItem
from decisions.models import Edge, Entity, Memory, Occurrence, Supersession
from lifecycle.reconcile.work import reconcile
from momo.platform.ai.config import AIConfig
from momo.platform.ai.fakes import FakeOpenAI
from momo.platform.ai.models import ModelUsage
from tests.decisions.pipeline.feeding import note, take_in
from tests.faults.models import answer, found

USER = Person(name="USER", email="user@momo.example")
NOTE = "I started working at Google last week"
TOLD_AT = datetime(2025, 6, 14, 10, 30, tzinfo=UTC)
SINCE = datetime(2025, 6, 7, 10, 30, tzinfo=UTC)
REASON = "USER changed jobs from Microsoft to Google"
EXISTING = [
    ("USER works at Microsoft", "I work at Microsoft", datetime(2023, 1, 1, tzinfo=UTC)),
    ("USER prefers TypeScript", "I prefer TypeScript", datetime(2023, 5, 15, tzinfo=UTC)),
    ("USER lives in San Francisco", "I live in San Francisco", datetime(2022, 8, 1, tzinfo=UTC)),
]
SEMANTIC = [
    "USER is employed at Google as a software engineer",
    "USER joined Google's engineering team recently",
    "USER works for Google in a technical role",
]
STATE_CHANGE = [
    "USER works at Microsoft",
    "USER is employed by Amazon",
    "USER left their previous job at Meta",
]


@pytest.fixture
def model(settings):
    with FakeOpenAI() as fake:
        settings.MOMO_AI = AIConfig(base_url=fake.base_url, timeout=2.0, max_wait=0.05)
        fake.reply({"verdicts": []}, schema="reconcile")
        fake.reply(imagining(["a", "b", "c"], ["d", "e", "f"]), schema="hypotheses")
        yield fake


def imagining(rewordings, changed_states):
    """Answer with these for whatever is new."""

    def imagine(body):
        each = {"rewordings": rewordings, "changed_states": changed_states}
        return {"hypotheses": [{"id": name, **each} for name in shown(body)]}

    return imagine


def shown(body):
    """The statements of a request, by the id that each is shown under: (header, title)."""
    found_ones = re.findall(r"^(\{.*\})\n(.*)$", body["messages"][-1]["content"], re.M)
    return {json.loads(header)["id"]: title for header, title in found_ones}


def stating(model, text, title, *, entity, kind="fact", since=None):
    type_, name = entity
    mention = {"name": name, "type": type_}
    claim = found(
        quote=text, title=title, summary=title, kind=kind, type="direction", holds_since=since,
        entities=[mention, {"name": "USER", "type": "person"}],
    )  # fmt: skip
    named = [{"message": 1, "entities": [mention]}]
    model.reply(answer(claim, mentions=named), pattern=re.escape(text), schema="extract")


def tell(world, name, text, at):
    take_in(world, "owner", note(name, f"{text}.", occurred_at=at, author=USER))


def remember(world, model):
    """What is known already, one after the other."""
    entities = [
        ("organization", "Microsoft"), ("technology", "TypeScript"), ("location", "San Francisco"),
    ]  # fmt: skip
    for number, ((title, text, at), entity) in enumerate(zip(EXISTING, entities, strict=True)):
        kind = "preference" if "prefers" in title else "fact"
        stating(model, text, title, entity=entity, kind=kind)
        tell(world, f"existing-{number}", text, at)
    reconcile(world.team.id)


def invalidating(older, reason=REASON, verdict="invalidate"):
    """Answer that the one new statement does this to the one with a title."""

    def decide(body):
        ids = {title: name for name, title in shown(body).items()}
        new = next(name for name in ids.values() if name.startswith("n"))
        return {
            "verdicts": [
                {"later": new, "earlier": ids[older], "verdict": verdict, "reason": reason,
                 "evidence": NOTE, "sentiment": "positive"}
            ]
        }  # fmt: skip

    return decide


@pytest.fixture
def told(world, model):
    """The note is told and consolidated; the requests that this made."""
    remember(world, model)
    before = len(model.requests)
    stating(
        model, NOTE, "USER works at Google", entity=("organization", "Google"),
        since="2025-06-07T10:30:00Z",
    )  # fmt: skip
    model.reply(imagining(SEMANTIC, STATE_CHANGE), schema="hypotheses")
    model.reply(invalidating("USER works at Microsoft"), schema="reconcile")
    tell(world, "note", NOTE, TOLD_AT)
    judged = reconcile(world.team.id)
    assert judged.found == 1
    return model.requests[before:]


def memory(title):
    return Memory.objects.get(title=title)


def test_the_memory_is_extracted_with_its_time_and_entities(world, told):
    with world.acting_as("owner"):
        new = memory("USER works at Google")
        assert (new.kind, new.valid_from, new.source_date) == ("fact", SINCE, TOLD_AT)
        assert new.quote == NOTE
        google = Entity.objects.get(name="Google")
        assert google.type == "organization"
        about = Edge.objects.filter(src_memory_id=new.id, kind="ABOUT")
        named = Entity.objects.filter(id__in=about.values("dst_entity_id"))
        assert set(named.values_list("name", flat=True)) == {"USER", "Google"}


def test_its_provenance_is_kept(world, told):
    with world.acting_as("owner"):
        item = SourceItem.objects.get(external_id="note")
        new = memory("USER works at Google")
        (edge,) = Edge.objects.filter(src_memory_id=new.id, kind="EXTRACTED_FROM")
        assert edge.dst_item_id == new.source_item_id == item.id
        said = Memory.objects.get(kind="observation", source_item_id=item.id)
        mentioned = Edge.objects.filter(src_memory_id=said.id, kind="MENTIONS")
        google = Entity.objects.get(name="Google")
        assert google.id in set(mentioned.values_list("dst_entity_id", flat=True))


def test_the_old_memory_is_invalidated_with_reason_and_time_and_stays(world, told):
    with world.acting_as("owner"):
        old, new = memory("USER works at Microsoft"), memory("USER works at Google")
        (edge,) = Edge.objects.filter(kind="INVALIDATES")
        assert (edge.src_memory_id, edge.dst_memory_id, edge.reason) == (new.id, old.id, REASON)
        assert old.invalid_at == SINCE
        assert old.superseded_by == new.id
        record = Supersession.objects.get()
        assert (record.reason, record.evidence) == (REASON, NOTE)
        assert record.by_rule.startswith("reconcile/reconcile-v1")
        others = Memory.objects.filter(title__in=[title for title, _, _ in EXISTING[1:]])
        assert {(each.superseded_by, each.invalid_at) for each in others} == {(None, None)}
    with world.acting_as("stranger"):
        assert not Edge.objects.exists()


def test_the_model_sees_all_new_and_all_existing_memories_in_one_context(told):
    (request,) = [r for r in told if _purpose(r) == "reconcile"]
    titles = shown(request.body)
    assert [title for name, title in titles.items() if name[0] == "n"] == ["USER works at Google"]
    assert {title for name, title in titles.items() if name[0] == "e"} == {
        title for title, _, _ in EXISTING
    }


def test_each_agent_is_asked_once(told, world):
    purposes = [purpose for each in told if (purpose := _purpose(each))]
    assert sorted(purposes) == ["extract", "hypotheses", "reconcile"]
    with world.acting_as("owner"):
        stages = set(ModelUsage.objects.values_list("purpose", "stage"))
    assert {("hypotheses", "reconcile"), ("reconcile", "reconcile")} <= stages


def test_six_hypothetical_documents_are_embedded_in_a_single_batch(told):
    (batch,) = [
        r.body["input"]
        for r in told
        if r.path == "/v1/embeddings" and SEMANTIC[0] in r.body["input"]
    ]
    assert set(SEMANTIC + STATE_CHANGE) == set(batch)


def test_what_says_the_same_again_is_skipped_and_counted(world, model, told):
    again = "As you know, I work for Google"
    stating(model, again, "USER works for Google", entity=("organization", "Google"))
    model.reply(invalidating("USER works at Google", "The same.", "skip"), schema="reconcile")
    at = datetime(2025, 7, 1, 9, tzinfo=UTC)
    tell(world, "again", again, at)
    reconcile(world.team.id)
    with world.acting_as("owner"):
        known = memory("USER works at Google")
        occurrence = Occurrence.objects.get()
        assert (occurrence.memory_id, occurrence.at, occurrence.snippet) == (known.id, at, again)
        assert (known.occurrence_count, known.last_seen_at) == (2, at)
        assert memory("USER works for Google").archived_at is not None


def test_a_state_that_shares_no_word_with_the_new_one_is_found_by_what_it_might_have_been(
    world, model
):
    stating(model, "Amazon employed me", "Employed by Amazon", entity=("organization", "Amazon"))
    tell(world, "old", "Amazon employed me", datetime(2023, 1, 1, tzinfo=UTC))
    reconcile(world.team.id)
    stating(model, NOTE, "Joined Google", entity=("organization", "Google"))
    model.reply(imagining(SEMANTIC, STATE_CHANGE), schema="hypotheses")
    model.reply(invalidating("Employed by Amazon"), schema="reconcile")
    tell(world, "note", NOTE, TOLD_AT)
    assert reconcile(world.team.id).found == 1


@pytest.mark.parametrize(
    "spoiled",
    [
        {"hypotheses": []},
        {"hypotheses": [{"id": "e7", "rewordings": ["x"], "changed_states": []}]},
        {"hypotheses": [
            {"id": "n1", "rewordings": ["", "y" * 9_999], "changed_states": ["z"] * 99}
        ]},
    ],
)  # fmt: skip
def test_where_a_model_imagines_nothing_of_use_templates_do(world, model, spoiled):
    remember(world, model)
    model.reply(spoiled, schema="hypotheses")
    stating(model, NOTE, "USER works at Google", entity=("organization", "Google"))
    model.reply(invalidating("USER works at Microsoft"), schema="reconcile")
    tell(world, "note", NOTE, TOLD_AT)
    assert reconcile(world.team.id).found == 1
    embedded = [
        r.body["input"] for r in model.requests
        if r.path == "/v1/embeddings" and len(r.body["input"]) == 6
    ]  # fmt: skip
    assert all(len(text) <= 300 for text in embedded[-1])
    assert not PipelineJob.objects.exists()


def _purpose(request):
    shape = request.body.get("response_format") or {}
    return (shape.get("json_schema") or {}).get("name", "")
