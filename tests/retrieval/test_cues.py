"""What the wording of a memory says about the kind of question it answers."""

from datetime import UTC, datetime, timedelta

from retrieval.cues import cues, timeliness
from retrieval.spans import Span
from tests.retrieval.builders import a_query

DAY = datetime(2026, 3, 10, tzinfo=UTC)


def test_a_question_answers_less_than_a_statement():
    asked = a_query("berth price")
    assert cues("Is the berth price final?", asked) < cues("The berth price is final.", asked)


def test_a_time_told_counts_where_one_is_asked_for():
    text, plain = "We raised prices last week", "We raised prices at some point"
    assert cues(text, a_query("When did prices rise?")) > cues(
        plain, a_query("When did prices rise?")
    )


def test_what_is_told_of_a_day_is_told_on_the_next():
    span = Span(DAY, DAY + timedelta(days=1))
    fits = [timeliness(DAY + timedelta(days=n), span) for n in (-3, 0, 1, 2, 30)]
    assert fits[0] == 0
    assert fits[2] == 1
    assert fits[2] > fits[1] > fits[4]
    assert timeliness(DAY, None) == 0


def test_a_month_counts_more_than_a_year():
    month = Span(datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC))
    year = Span(datetime(2026, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC))
    assert timeliness(DAY, month) == 1 > timeliness(DAY, year) > 0
    assert 0 < timeliness(datetime(2026, 4, 3, tzinfo=UTC), month) < 1
