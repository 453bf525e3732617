"""Reading what is there already, and what changed since."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from connectors.contract import Refusal, SourceRecord
from connectors.fakes.faults import Fault
from connectors.fakes.scenario import read_scenario
from connectors.github import sweep, threads, tuning
from connectors.github.connector import github
from connectors.github.fake import FakeGithub, graphql
from connectors.live.app import App
from connectors.live.errors import RateLimited, Revoked, Unavailable
from connectors.live.session import Session

Read = Callable[[], list[SourceRecord | Refusal]]


def write_everything(fake: FakeGithub) -> None:
    fake.do_issue("Sessions are lost", by="tom", text="On each restart.", name="issue")
    fake.do_comment("issue", by="jane", text="Redis forgets them.")
    fake.do_pull_request("Use Postgres for sessions", by="jane", text="It keeps them.", name="pull")
    fake.do_comment("pull", by="tom", text="Good.", name="good")
    fake.do_review("pull", by="tom", state="approved")
    fake.do_review_comment("pull", by="tom", text="An index here?", name="remark")
    fake.do_review_comment("pull", by="jane", text="Added.", to="remark")
    fake.do_discussion("Which queue?", by="tom", name="talk")
    fake.do_comment("talk", by="jane", text="Celery.", name="celery")
    fake.do_comment("talk", by="tom", text="Fine.", to="celery")
    fake.do_release("v1", by="jane", text="Sessions are kept.")
    fake.do_push(by="jane", message="Keep sessions (#2)")


def kinds(readings: list[SourceRecord | Refusal]) -> list[str]:
    return sorted(each.kind for each in readings if isinstance(each, SourceRecord))


def test_everything_that_is_written_is_read(fake: FakeGithub, backfill: Read) -> None:
    write_everything(fake)
    readings = backfill()
    assert kinds(readings) == [
        "comment", "comment", "commit", "discussion", "discussion_comment", "discussion_comment",
        "issue", "pull_request", "release", "review", "review_comment", "review_comment",
    ]  # fmt: skip
    assert not [each for each in readings if isinstance(each, Refusal)]


def test_what_belongs_to_a_pull_request_is_in_its_thread(fake: FakeGithub, backfill: Read) -> None:
    write_everything(fake)
    found = [each for each in backfill() if isinstance(each, SourceRecord)]
    (pull,) = [each for each in found if each.kind == "pull_request"]
    inside = {each.kind for each in found if each.thread_key == pull.thread_key}
    assert inside == {"pull_request", "comment", "review", "review_comment", "commit"}
    first, second = [each for each in found if each.kind == "review_comment"]
    assert second.reply_to == first.external_id


def test_reading_in_the_smallest_pages_brings_the_same(
    fake: FakeGithub, backfill: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_everything(fake)
    for number in range(3):
        fake.do_issue(f"Another {number}", by="tom")
    whole = backfill()
    for module in (sweep, threads):
        monkeypatch.setattr(module, "PAGE_SIZE", 1)
    monkeypatch.setattr(threads, "THREADS_A_CALL", 1)
    monkeypatch.setattr(sweep, "DISCUSSIONS_A_CALL", 1)
    assert set(map(repr, backfill())) == set(map(repr, whole))


def test_a_discussion_of_many_pages_is_read_to_its_end(
    fake: FakeGithub, backfill: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphql, "PAGE", 2)
    for name in ("first", "second"):
        fake.do_discussion(name, by="tom", name=name)
        for number in range(5):
            fake.do_comment(name, by="jane", text=f"{name} {number}", name=f"{name} {number}")
    for number in range(3):
        fake.do_comment("first", by="tom", text=f"Reply {number}", to="first 0")
    readings = backfill()
    texts = {each.raw.decode() for each in readings if isinstance(each, SourceRecord)}
    assert {f"{name} {number}" for name in ("first", "second") for number in range(5)} <= texts
    assert "Reply 1" in texts
    assert [r.reason for r in readings if isinstance(r, Refusal)] == [
        "a comment has over 100 replies; the later ones were left out"
    ]


@pytest.mark.parametrize(
    ("errors", "kind"),
    [([{"type": "FORBIDDEN"}], None), ([{"message": "Something went wrong"}], Unavailable)],
)
def test_discussions_that_cannot_be_read_are_not_taken_for_none(
    fake: FakeGithub, backfill: Read, monkeypatch: pytest.MonkeyPatch,
    errors: list[dict[str, str]], kind: type[Exception] | None,
) -> None:  # fmt: skip
    answer = {"data": {"repository": None}, "errors": errors}
    monkeypatch.setattr(graphql, "answer", lambda *asked: answer)
    if kind:
        with pytest.raises(kind):
            backfill()
        return
    (refusal,) = backfill()
    assert isinstance(refusal, Refusal)
    assert refusal.skipped


def test_a_step_that_is_made_again_brings_the_same(fake: FakeGithub, session: Session) -> None:
    write_everything(fake)
    cursor = sweep.begin(session.now() - tuning.HORIZON)  # once: the clock may tick in between
    while True:
        page, again = github.backfill(session, cursor), github.backfill(session, cursor)
        assert (page.readings, page.cursor) == (again.readings, again.cursor)
        if page.cursor is None:
            return
        cursor = page.cursor


def test_nothing_older_than_the_horizon_is_read(fake: FakeGithub, backfill: Read) -> None:
    fake.state.clock -= (tuning.HORIZON + timedelta(days=1)).total_seconds()
    write_everything(fake)
    fake.state.clock = datetime.now(UTC).timestamp() - 60
    fake.do_issue("New", by="tom")
    assert kinds(backfill()) == ["issue"]


def test_a_very_long_repository_ends_at_its_share(
    fake: FakeGithub, backfill: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "MOST_ITEMS", 2)
    monkeypatch.setattr(threads, "THREADS_A_CALL", 1)
    for number in range(4):
        fake.do_issue(f"Number {number}", by="tom")
    fake.do_repository("site")
    fake.do_issue("Of the site", by="tom", repository="site")
    texts = [each.title for each in backfill() if isinstance(each, SourceRecord)]
    assert sorted(texts) == ["Number 2", "Number 3", "Of the site"]


def test_only_what_is_chosen_is_read(fake: FakeGithub, session: Session, backfill: Read) -> None:
    fake.do_repository("site")
    fake.do_issue("Of the site", by="tom", repository="site")
    fake.do_issue("Of the app", by="tom")
    session.chosen = frozenset({str(fake.state.repository("site").facts["id"])})
    assert [each.title for each in backfill() if isinstance(each, SourceRecord)] == ["Of the site"]


def test_a_poll_finds_what_an_event_that_was_lost_told(fake: FakeGithub, session: Session) -> None:
    page = github.poll(session, None)
    fake.state.clock = session.now().timestamp() + 1
    write_everything(fake)
    found: list[SourceRecord | Refusal] = []
    page = github.poll(session, page.cursor)
    while page.more:
        found += page.readings
        page = github.poll(session, page.cursor)
    found += page.readings
    assert len(kinds(found)) == 12
    assert page.cursor is not None
    assert set(page.cursor) == {"since"}


def test_a_rate_limit_says_how_long_to_wait(fake: FakeGithub, session: Session) -> None:
    fake.do_rate_limit(retry_after=42, path="/installation/repositories")
    with pytest.raises(RateLimited) as limited:
        github.backfill(session, None)
    assert limited.value.retry_after == 42
    with pytest.raises(RateLimited):  # nor does anybody else ask meanwhile
        github.poll(session, {"since": "2026-01-01T00:00:00Z"})


def test_a_spent_hour_says_how_long_to_wait(fake: FakeGithub, session: Session) -> None:
    fake.do_rate_limit(retry_after=600, path="/installation/repositories", primary=True)
    with pytest.raises(RateLimited) as limited:
        github.backfill(session, None)
    assert 590 <= limited.value.retry_after <= 601


def test_a_backfill_leaves_requests_to_what_happens_now(fake: FakeGithub, session: Session) -> None:
    fake.do_issue("Of the app", by="tom", name="issue")
    fake.do_comment("issue", by="tom", text="Yes.")
    fake.remaining = tuning.SPARE_REQUESTS - 1
    page = github.backfill(session, None)
    with pytest.raises(RateLimited):
        github.backfill(session, page.cursor)


def test_an_outage_is_an_outage(fake: FakeGithub, session: Session) -> None:
    fake.do_outage(path="/installation/repositories")
    with pytest.raises(Unavailable):
        github.backfill(session, None)


def test_a_token_that_was_revoked_is_minted_anew(fake: FakeGithub, session: Session) -> None:
    github.backfill(session, None)
    fake.do_revoke_token()
    assert github.backfill(session, None).cursor is not None


@pytest.mark.parametrize(
    ("verb", "advice"), [("do_uninstall", "Connect GitHub again"), ("do_suspend", "Unsuspend")]
)
def test_without_the_app_it_says_what_to_do(
    fake: FakeGithub, session: Session, verb: str, advice: str
) -> None:
    getattr(fake, verb)()
    with pytest.raises(Revoked, match=advice):
        github.backfill(session, None)


def test_a_key_that_github_does_not_know_is_the_operators_matter(
    fake: FakeGithub, session: Session
) -> None:
    fake.app_id = "4712"
    with pytest.raises(Unavailable, match="PRIVATE_KEY"):
        github.backfill(session, None)


def test_a_repository_that_is_closed_meanwhile_holds_nothing_up(
    fake: FakeGithub, session: Session
) -> None:
    fake.do_repository("site")
    fake.do_issue("Of the app", by="tom")
    cursor = github.backfill(session, None).cursor
    fake.state.repository("site").selected = False
    readings: list[SourceRecord | Refusal] = []
    while cursor is not None:
        page = github.backfill(session, cursor)
        readings, cursor = [*readings, *page.readings], page.cursor
    assert kinds(readings) == ["issue"]
    assert len(readings) == 2


def test_a_thread_that_is_deleted_meanwhile_holds_nothing_up(
    fake: FakeGithub, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake.do_pull_request("One", by="tom", name="one")
    fake.do_issue("Two", by="tom")
    fake.faults.add(Fault("gone", 404, path="/pulls/1"))
    readings = list(github.backfill(session, github.backfill(session, None).cursor).readings)
    assert kinds(readings) == ["issue"]


def test_what_became_private_unheard_is_closed_by_the_poll(
    fake: FakeGithub, session: Session
) -> None:
    page = github.poll(session, None)
    fake.do_issue("One", by="tom")
    fake.do_add_collaborator("tess")
    fake.do_privatize()
    page = github.poll(session, github.poll(session, page.cursor).cursor)
    ((prefix, audience),) = page.closed.items()
    assert prefix.endswith("#")
    assert [member.name for member in audience.members] == ["tess"]


@pytest.mark.parametrize("key", ["garbage", "-----BEGIN RSA PRIVATE KEY-----\\nAAAA\\n-----END"])
def test_a_key_that_is_none_is_the_operators_matter(
    fake: FakeGithub, session: Session, key: str
) -> None:
    session.app = App("github", {**session.app.values, "private_key": key})
    with pytest.raises(Unavailable, match="PRIVATE_KEY") as error:
        github.backfill(session, None)
    assert "AAAA" not in repr(error.value.__cause__)


def test_a_service_out_of_reach_is_an_outage(fake: FakeGithub, session: Session) -> None:
    values = {**session.app.values, "api_url": "http://127.0.0.1:9/api/v3"}
    session.app = App("github", values)
    with pytest.raises(Unavailable, match="reached"):
        github.backfill(session, None)


def test_answers_that_are_no_json_are_an_outage(fake: FakeGithub, session: Session) -> None:
    values = {**session.app.values, "api_url": f"{fake.url}/apps/{fake.slug}"}
    session.app = App("github", values)
    with pytest.raises((Unavailable, Revoked)):
        github.backfill(session, None)


def test_a_scenario_plays(fake: FakeGithub, backfill: Read) -> None:
    fake.play(read_scenario(SCENARIO))
    titles = [each.title for each in backfill() if isinstance(each, SourceRecord)]
    assert titles == ["Use Postgres for sessions"] * 2


SCENARIO = """
- pull_request: {by: jane, title: Use Postgres for sessions, as: choice}
- review: {of: choice, by: tom, state: approved}
- merge: {of: choice, by: olga}
"""
