"""The ordinary connectors take every item of the demo, with its author and its time."""

from datetime import date

import pytest

from connectors.contract import Refusal, SourceRecord
from connectors.registry import FILE_CONNECTORS
from momo.surfaces.demo.edition import Edition
from momo.surfaces.demo.reading import load_story
from momo.surfaces.demo.render import render

TODAY = date(2026, 3, 11)
STORY = load_story()
EDITION = Edition(STORY, TODAY)
ITEMS = {item.key: item for item in STORY.items()}
WRITTEN_BY_SLACK = {message.key for message in STORY.slack if message.event}


@pytest.fixture(scope="module")
def rendered(tmp_path_factory):
    return render(tmp_path_factory.mktemp("demo") / "files", today=TODAY)


def readings_of(rendered, kind):
    connector = FILE_CONNECTORS[kind]
    sources = [source for source in rendered.sources if source.kind == kind]
    if not sources:
        pytest.skip(rendered.left_out[0])
    return [(source, list(connector.read(source.path))) for source in sources]


def record_of(place, readings):
    return next(
        each for each in readings if isinstance(each, SourceRecord) and place in each.external_id
    )


@pytest.mark.parametrize("kind", FILE_CONNECTORS)
def test_every_item_arrives_once_with_its_author_on_its_day(rendered, kind):
    for source, readings in readings_of(rendered, kind):
        expected = {k: p for k, p in source.places.items() if k not in WRITTEN_BY_SLACK}
        records = [each for each in readings if isinstance(each, SourceRecord)]
        assert len(records) == len(expected)
        for key, place in expected.items():
            record = record_of(place, readings)
            assert record.dated
            assert record.occurred_at.date() == EDITION.moment(ITEMS[key].when).date()
            assert record.author is None or record.author.name in names_of(ITEMS[key].by)


def names_of(key):
    person = STORY.people[key]
    return {person.name, person.git_name, person.slack, person.discord}


@pytest.mark.parametrize("kind", FILE_CONNECTORS)
def test_nothing_of_the_demo_is_refused_as_bad(rendered, kind):
    for _source, readings in readings_of(rendered, kind):
        refusals = [each for each in readings if isinstance(each, Refusal)]
        assert all(refusal.skipped for refusal in refusals)
        assert len(refusals) == (len(WRITTEN_BY_SLACK) if kind == "slack" else 0)


def test_messages_of_the_private_channel_are_for_its_three_members(rendered):
    ((source, readings),) = readings_of(rendered, "slack")
    audience = record_of(source.places["loan-rate"], readings).audience
    emails = {person.email for person in audience.members}
    assert emails == {STORY.people[key].email for key in ("ines", "tomasz", "yusuf")}
    assert record_of(source.places["pricing-tiers"], readings).audience is None


def test_answers_are_in_the_thread_of_what_they_answer(rendered):
    ((source, readings),) = readings_of(rendered, "slack")
    first, last = (
        record_of(source.places[k], readings) for k in ("hosting-question", "hosting-choice")
    )
    assert first.thread_key == last.thread_key != ""


def test_a_superseded_record_says_by_which(rendered):
    ((source, readings),) = readings_of(rendered, "adr")
    old = record_of(source.places["adr-flutter"], readings)
    new = record_of(source.places["adr-react-native"], readings)
    assert old.declared.superseded_by == (new.external_id,)
    assert new.declared.supersedes == (old.external_id,)
