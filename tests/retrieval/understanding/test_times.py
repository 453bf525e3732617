"""Times named in a question, on 1 June 2026, a Monday."""

import json
import time
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from retrieval.understanding.time.spans import BEGINNING, END, Granularity
from retrieval.understanding.time.times import Relation, times_of
from tests.conftest import CHECKOUT
from tests.retrieval.conftest import NOW

LONG_AGO = date(1, 1, 1)
TOMORROW = date(2026, 6, 2)  # up to which everything is known today

PHRASES = [
    # days
    ("today", date(2026, 6, 1), TOMORROW),
    ("yesterday", date(2026, 5, 31), date(2026, 6, 1)),
    ("this morning", date(2026, 6, 1), TOMORROW),
    ("the day before yesterday", date(2026, 5, 30), date(2026, 5, 31)),
    ("on 3 May", date(2026, 5, 3), date(2026, 5, 4)),
    ("on the 3rd of May", date(2026, 5, 3), date(2026, 5, 4)),
    ("on July 4th, 2025", date(2025, 7, 4), date(2025, 7, 5)),
    ("on December 1,2023", date(2023, 12, 1), date(2023, 12, 2)),
    ("on 25 February, 2022", date(2022, 2, 25), date(2022, 2, 26)),
    ("on Aug 15th", date(2025, 8, 15), date(2025, 8, 16)),
    ("on 29 February", date(2024, 2, 29), date(2024, 3, 1)),
    ("2025-11-30", date(2025, 11, 30), date(2025, 12, 1)),
    ("on 30.11.2025", date(2025, 11, 30), date(2025, 12, 1)),
    ("on 3/4", date(2026, 4, 3), date(2026, 4, 4)),
    ("on 3/25", date(2026, 3, 25), date(2026, 3, 26)),
    ("on 25/3/2025", date(2025, 3, 25), date(2025, 3, 26)),
    ("on 3/4/25", date(2025, 4, 3), date(2025, 4, 4)),
    ("on Friday", date(2026, 5, 29), date(2026, 5, 30)),
    ("last Friday", date(2026, 5, 29), date(2026, 5, 30)),
    ("this Wednesday", date(2026, 6, 3), date(2026, 6, 4)),
    ("next Monday", date(2026, 6, 8), date(2026, 6, 9)),
    ("3 days ago", date(2026, 5, 29), date(2026, 5, 30)),
    ("the day after 3 May 2025", date(2025, 5, 4), date(2025, 5, 5)),
    ("the Sunday before October 25, 2022", date(2022, 10, 23), date(2022, 10, 24)),
    # weeks
    ("last week", date(2026, 5, 25), date(2026, 6, 1)),
    ("this week", date(2026, 6, 1), date(2026, 6, 8)),
    ("two weeks ago", date(2026, 5, 18), date(2026, 5, 25)),
    ("a couple of weeks ago", date(2026, 5, 18), date(2026, 5, 25)),
    ("last weekend", date(2026, 5, 30), date(2026, 6, 1)),
    ("in the week of March 3", date(2026, 3, 2), date(2026, 3, 9)),
    ("in the second week of November", date(2025, 11, 8), date(2025, 11, 15)),
    ("in the last week of May", date(2026, 5, 25), date(2026, 6, 1)),
    ("the week before 16 November 2023", date(2023, 11, 6), date(2023, 11, 13)),
    ("two weeks before August 11, 2023", date(2023, 7, 24), date(2023, 7, 31)),
    # months
    ("in March", date(2026, 3, 1), date(2026, 4, 1)),
    ("in may", date(2026, 5, 1), date(2026, 6, 1)),
    ("in March last year", date(2025, 3, 1), date(2025, 4, 1)),
    ("in December", date(2025, 12, 1), date(2026, 1, 1)),
    ("in May 2024", date(2024, 5, 1), date(2024, 6, 1)),
    ("Sept. 2024", date(2024, 9, 1), date(2024, 10, 1)),
    ("in 2025-11", date(2025, 11, 1), date(2025, 12, 1)),
    ("this month", date(2026, 6, 1), date(2026, 7, 1)),
    ("last month", date(2026, 5, 1), date(2026, 6, 1)),
    ("last March", date(2026, 3, 1), date(2026, 4, 1)),
    ("two months ago", date(2026, 4, 1), date(2026, 5, 1)),
    ("in early June", date(2026, 6, 1), date(2026, 6, 11)),
    ("in mid-April", date(2026, 4, 11), date(2026, 4, 21)),
    ("at the beginning of November 2022", date(2022, 11, 1), date(2022, 11, 11)),
    ("in the first half of September 2022", date(2022, 9, 1), date(2022, 9, 16)),
    # quarters, seasons, halves, years
    ("last quarter", date(2026, 1, 1), date(2026, 4, 1)),
    ("this quarter", date(2026, 4, 1), date(2026, 7, 1)),
    ("Q3 2025", date(2025, 7, 1), date(2025, 10, 1)),
    ("in Q3", date(2025, 7, 1), date(2025, 10, 1)),
    ("in the third quarter of 2025", date(2025, 7, 1), date(2025, 10, 1)),
    ("in H1 2025", date(2025, 1, 1), date(2025, 7, 1)),
    ("in the second half of 2025", date(2025, 7, 1), date(2026, 1, 1)),
    ("last summer", date(2025, 6, 1), date(2025, 9, 1)),
    ("in the summer of 2024", date(2024, 6, 1), date(2024, 9, 1)),
    ("in winter 2024", date(2024, 12, 1), date(2025, 3, 1)),
    ("in 2024", date(2024, 1, 1), date(2025, 1, 1)),
    ("last year", date(2025, 1, 1), date(2026, 1, 1)),
    ("4 years ago", date(2022, 1, 1), date(2023, 1, 1)),
    ("half a year ago", date(2025, 12, 1), date(2026, 1, 1)),
    ("at the end of last year", date(2025, 10, 1), date(2026, 1, 1)),
    ("in the middle of 2025", date(2025, 4, 1), date(2025, 10, 1)),
    ("in late 2024", date(2024, 9, 1), date(2025, 1, 1)),
    # up to now
    ("in the past month", date(2026, 5, 2), TOMORROW),
    ("over the last year", date(2025, 6, 2), TOMORROW),
    ("in the last 30 days", date(2026, 5, 3), TOMORROW),
    ("recently", date(2026, 3, 3), TOMORROW),
    ("the other day", date(2026, 5, 25), TOMORROW),
    ("since Monday", date(2026, 5, 25), TOMORROW),
    ("since 2024", date(2024, 1, 1), TOMORROW),
    ("after March 2025", date(2025, 4, 1), TOMORROW),
    # ranges
    ("between May and July", date(2025, 5, 1), date(2025, 8, 1)),
    ("between November and February", date(2025, 11, 1), date(2026, 3, 1)),
    ("between August 11 and August 15 2023", date(2023, 8, 11), date(2023, 8, 16)),
    ("between 3 and 5 May", date(2026, 5, 3), date(2026, 5, 6)),
    ("from the 3rd to the 5th of May 2025", date(2025, 5, 3), date(2025, 5, 6)),
    ("from March to May", date(2026, 3, 1), date(2026, 6, 1)),
    ("from March 2024 until May", date(2024, 3, 1), date(2024, 6, 1)),
    ("Jan-Mar 2025", date(2025, 1, 1), date(2025, 4, 1)),
    ("before 2024", LONG_AGO, date(2024, 1, 1)),
    ("prior to May 2025", LONG_AGO, date(2025, 5, 1)),
    ("until Friday", LONG_AGO, date(2026, 6, 6)),
    ("by July 10, 2022", LONG_AGO, date(2022, 7, 11)),
    ("up to March", LONG_AGO, date(2026, 4, 1)),
]  # fmt: skip

NO_TIMES = [
    "may I?", "march on", "31 June", "version 2024.1", "9999-99-99", "0000-01-01",
    "What may it cost?",
    "Who is May Lin?", "anything from April?", "a mail from June", "what did Mark and June say",
    "Can this may be removed?", "What did we say about the fall of Rome", "Why use Spring Boot?",
    "in Spring we inject beans", "3/4 of the users", "latency after 2000 requests", "port 2024",
    "the 2024 budget", "the Q3 roadmap", "Are releases on Thursdays?", "Do we deploy on Friday?",
    "the second option", "day one", "week by week", "the last release", "past decisions",
    "the next step", "an early draft", "late fees", "mid-size boats", "this one",
    "last but not least",
    "a quarter of the berths", "half of the team", "sat down", "the sun", "since we use Postgres",
    "as of now", "after all", "12.5 percent", "1/2", "10.0.0.1", "ISO 8601", "the day rate",
    "month-end closing", "yearly plans", "weekly meeting", "may", "",
]  # fmt: skip


def _midnight(day):
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


@pytest.mark.parametrize("question", ["What did we decide {}?", "{}, what did Jane choose?", "{}"])
@pytest.mark.parametrize(("phrase", "start", "end"), PHRASES)
def test_a_time_in_words_is_found_in_a_question(question, phrase, start, end):
    span = times_of(question.format(phrase), now=NOW).span
    assert span
    assert (span.start, span.end) == (_midnight(start), _midnight(end))
    assert span.holds(span.start)
    assert not span.holds(span.end)
    assert span.said in phrase


@pytest.mark.parametrize("text", NO_TIMES)
def test_what_is_no_time_is_none(text):
    times = times_of(text, now=NOW)
    assert (times.span, times.as_of) == (None, None)


@pytest.mark.parametrize(
    ("phrase", "granularity"),
    [
        ("yesterday", Granularity.DAY),
        ("two weeks ago", Granularity.WEEK),
        ("in March", Granularity.MONTH),
        ("last quarter", Granularity.QUARTER),
        ("in 2024", Granularity.YEAR),
        ("between May and July", Granularity.RANGE),
        ("before 2024", Granularity.RANGE),
        ("recently", Granularity.VAGUE),
    ],
)
def test_a_span_tells_how_closely_the_time_was_named(phrase, granularity):
    assert times_of(phrase, now=NOW).span.granularity == granularity


def test_of_two_times_the_firmer_one_is_meant():
    said = times_of("what did Tim say last week, as mentioned on November 6, 2023?", now=NOW).said
    assert said == "November 6, 2023"
    assert times_of("what changed recently in May?", now=NOW).said == "May"


def test_before_has_no_beginning_and_since_a_coming_day_no_end():
    assert times_of("before 2024", now=NOW).span.start == BEGINNING
    assert times_of("before 2024", now=NOW).span.open
    assert times_of("after next week", now=NOW).span.end == END
    assert not times_of("since 2024", now=NOW).span.open


def test_as_of_is_a_moment_and_no_span():
    times = times_of("as of May 2025, what was our CI?", now=NOW)
    assert times.as_of == datetime(2025, 6, 1, tzinfo=UTC) - datetime.resolution
    assert times.span is None
    assert times_of("what did we use in March 2025?", now=NOW).as_of is None
    assert times_of("as of today, what is our CI?", now=NOW).as_of is None


def test_a_day_begins_at_midnight_where_the_team_is():
    late = datetime(2026, 6, 1, 23, 30, tzinfo=UTC)
    span = times_of("today", now=late, zone=ZoneInfo("Europe/Berlin")).span
    assert span.start == datetime(2026, 6, 1, 22, tzinfo=UTC)
    assert span.start.tzinfo is UTC


def test_the_order_of_day_and_month_can_be_the_other_one():
    span = times_of("on 3/4", now=NOW, day_first=False).span
    assert span.start == datetime(2026, 3, 4, tzinfo=UTC)


@pytest.mark.parametrize("day", ["2024-02-29", "2025-12-31", "2026-01-01", "2026-05-31"])
def test_at_the_ends_of_months_and_years_the_month_before_is_the_month_before(day):
    now = datetime.fromisoformat(f"{day}T23:59:59+00:00")
    span = times_of("last month", now=now).span
    assert span.end == now.replace(day=1, hour=0, minute=0, second=0)
    assert (span.end - span.start).days in (28, 29, 30, 31)


@pytest.mark.parametrize(
    ("text", "relation", "phrase", "words"),
    [
        ("Who ran billing before the launch?", "before", "the launch", ("launch",)),
        ("After we moved to Berlin, who left?", "after", "we moved to Berlin", ("moved", "berlin")),
        ("what changed since the offsite", "since", "the offsite", ("offsite",)),
        ("Who paid until the Series A and why?", "until", "the Series A", ("series",)),
        ("around the data center move", "around", "the data center move",
         ("data", "center", "move")),
        ("What was said during the offsite in Skerrow?", "around", "the offsite in Skerrow",
         ("offsite", "skerrow")),
        ("What did we use before switching to Postgres?", "before", "switching to Postgres",
         ("switching", "postgres")),
        ("prior to the migration of Tern", "before", "the migration of Tern",
         ("migration", "tern")),
    ],
)  # fmt: skip
def test_an_event_stands_for_its_time(text, relation, phrase, words):
    event = times_of(text, now=NOW).event
    assert (event.relation, event.phrase, event.words) == (Relation(relation), phrase, words)


@pytest.mark.parametrize(
    "text",
    ["after all", "before long", "since we use Postgres, why MySQL?", "named after the founder",
     "who looks after the servers?", "ever since", "before", "since then", "by the way",
     "before the launch in March 2025"],
)  # fmt: skip
def test_what_is_no_event_or_has_a_date_is_none(text):
    assert times_of(text, now=NOW).event is None


def test_no_time_is_found_in_the_demo_teams_questions_but_this_quarter():
    asked = yaml.safe_load((CHECKOUT / "momo/surfaces/demo/questions.yaml").read_text())
    found = [times_of(each["ask"], now=NOW).said for each in asked["questions"]]
    assert [said for said in found if said] == ["this quarter"]


def test_in_long_conversations_only_times_are_found_and_all_dates(shared_data):
    """Every question of a large set with a year or month names a time, others only with words
    that are one."""
    conversations = json.loads((shared_data / "locomo" / "dev.json").read_text())
    questions = {q["question"] for c in conversations for q in c["qa"]}
    temporal = ("20", "ago", "last", "next", "recently", "yesterday", "month", "week", "summer",
                "May", "June", "July", "Aug", "Dec", "Nov")  # fmt: skip
    for question in questions:
        times = times_of(question, now=NOW)
        dated = any(f"{year}" in question for year in range(2021, 2025))
        assert bool(times.said) >= dated, question
        assert not times.said or any(word in times.said for word in temporal), question


@given(st.text(max_size=200))
def test_any_text_has_a_time_or_none(text):
    times = times_of(text, now=NOW)
    assert times.span is None or times.span.start < times.span.end


WORDS = (
    "the last next week of may 2024 before after 31 february since between and q3 early two ago "
    "3/4 half a year friday as from to in on - , 9999 29 2025-02-30"
)


@given(
    st.lists(
        st.sampled_from(WORDS.split()),
        max_size=30,
    )
)
def test_any_order_of_such_words_is_read(words):
    span = times_of(" ".join(words), now=NOW).span
    assert span is None or span.start < span.end


HOSTILE = ["week of ", "first half of ", "two weeks before ", "the ", "between May and ", "3/4 ",
           "as of ", "q3 ", "1.1.", "1", "-", "the last ", "before the launch ", "january ",
           "a few ", "2024-01-", "since we ", "may,", "٣ ", "1,"]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_texts_take_no_longer_than_others(piece):
    start = time.perf_counter()
    times_of((piece * 4_000)[:4_000], now=NOW)
    assert time.perf_counter() - start < 0.5  # about 0.01 on an idle machine


def test_a_question_takes_far_less_than_a_millisecond():
    question = "Why did we move from Coinbight to Ferrypenny in the second half of 2025?"
    fastest = timedelta.max
    for _ in range(20):
        start = time.perf_counter()
        times_of(question, now=NOW)
        fastest = min(fastest, timedelta(seconds=time.perf_counter() - start))
    assert fastest < timedelta(milliseconds=1)
