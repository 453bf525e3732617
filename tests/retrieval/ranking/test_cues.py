"""What the wording and the date of a memory say about the kind of question it answers."""

from datetime import UTC, datetime, timedelta

import numpy as np

from retrieval.ranking.cues import CUES, cues, timeliness
from retrieval.tuning import CUE_WEIGHTS
from retrieval.understanding.query import Named
from retrieval.understanding.time.spans import Granularity, Span, day, month, year
from tests.retrieval.builders import a_candidate, a_query, candidates_of

DAY = datetime(2026, 3, 10, tzinfo=UTC)


def _cue(name, question, **wording):
    return cues(candidates_of([a_candidate(**wording)]), a_query(question))[0, CUES.index(name)]


def _fits(span, *moments):
    return list(timeliness(np.array([moment.timestamp() for moment in moments]), span))


def test_a_question_answers_less_than_a_statement():
    assert CUE_WEIGHTS["question"] < 0
    assert _cue("question", "berth price", is_question=True) == 1


def test_a_time_told_counts_where_one_is_asked_for():
    assert _cue("when", "When did prices rise?", tells_time=True) == 1
    assert _cue("when", "How long did it take?", tells_time=True) == 1
    assert _cue("when", "Why did prices rise?", tells_time=True) == 0
    assert _cue("when", "In which unit do we show how long a boat is?", tells_time=True) == 0


def test_names_count_where_one_is_asked_for():
    assert _cue("who", "Who raised prices?", name_count=1) > 0
    assert _cue("who", "What was the name of the boat?", name_count=1) > 0
    assert _cue("who", "Why did we raise prices?", name_count=1) == 0


def test_a_reason_given_counts_where_one_is_asked_for():
    assert _cue("why", "Why did we raise prices?", gives_reason=True) == 1
    assert _cue("why", "What was the reason?", gives_reason=True) == 1
    assert _cue("why", "When did we raise prices?", gives_reason=True) == 0


def test_a_decision_counts_where_its_kind_is_asked_for():
    rejected = {"decision_type": "rejection"}
    assert _cue("decision", "What did we turn down?", **rejected) == 1
    assert _cue("decision", "What did we approve?", **rejected) == 0
    assert _cue("decision", "Why Postgres?", **rejected) == 0
    assert _cue("decision", "What did we turn down?") == 0


def test_authors_speaking_of_themselves_count_where_people_are_named():
    jane = Named(a_candidate().id, "person", "Jane", frozenset({"jane"}))
    wording = a_candidate(first_person_count=4)
    told = [
        cues(candidates_of([wording]), a_query("x", named=named))[0, 1] for named in ((), (jane,))
    ]
    assert told == [0, 2]


def test_a_long_mail_does_not_win_by_its_length():
    most = {"word_count": 2_000, "first_person_count": 90, "name_count": 150, "tells_time": True}
    some = {"word_count": 40, "first_person_count": 4, "name_count": 2, "tells_time": True}
    for name in CUES:
        asked = "Who did it, and when?"
        assert _cue(name, asked, **most) == _cue(name, asked, **some) <= 6


def test_no_candidates_have_no_cues():
    assert cues(candidates_of([]), a_query("when?")).shape == (0, len(CUES))


def test_what_is_told_of_a_day_is_told_on_the_next():
    fits = _fits(day(DAY), *(DAY + timedelta(days=n) for n in (-3, 0, 1, 2, 30)))
    assert fits[0] == 0
    assert fits[2] == 1
    assert fits[2] > fits[1] > fits[4]


def test_without_a_time_named_none_fits():
    assert _fits(None, DAY) == [0]


def test_a_month_counts_more_than_a_year_and_is_told_of_in_the_next():
    march = month(DAY)
    assert _fits(march, DAY) == [1]
    assert 0 < _fits(year(DAY), DAY)[0] < 1
    soon, later = _fits(march, datetime(2026, 4, 3, tzinfo=UTC), datetime(2026, 5, 20, tzinfo=UTC))
    assert 1 > soon > 0.5 > later
    assert _fits(march, datetime(2026, 2, 27, tzinfo=UTC)) == [0]


def test_a_month_without_its_year_may_be_of_another_year():
    march = month(DAY)
    before = DAY.replace(year=2024)
    assert _fits(Span(march.start, march.end, Granularity.MONTH, "in March"), before) == [0.5]
    assert _fits(Span(march.start, march.end, Granularity.MONTH, "in March 2026"), before) == [0]
    assert _fits(Span(march.start, march.end, Granularity.MONTH, "last month"), before) == [0]


def test_the_29th_of_february_of_another_year_is_no_error():
    leap = day(datetime(2024, 2, 29, tzinfo=UTC))
    fits = _fits(Span(leap.start, leap.end, Granularity.DAY, "29 February"), DAY)
    assert 0 <= fits[0] < 0.5
