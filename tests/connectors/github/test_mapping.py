"""What is written at GitHub, as records."""

from datetime import UTC, datetime
from typing import Any

import pytest

from connectors.contract import Audience, MediaType, Person, Refusal, SourceRecord
from connectors.github import people
from connectors.github.discussions import discussion_comment_record, from_graphql, page_of
from connectors.github.mapping import (
    comment_record,
    issue_record,
    pull_record,
    remark_record,
    review_record,
    thread_of,
)
from connectors.github.place import Place, place_of
from connectors.github.releases import (
    commit_comment_record,
    listed_commit,
    pushed_commit,
    release_record,
)

PLACE = Place("7", "acme/app", "main")
JANE = {"login": "jane", "id": 41, "type": "User"}
TOM = {"login": "tom", "id": 42, "type": "User"}
BOT = {"login": "renovate[bot]", "id": 43, "type": "Bot"}


def pull(**changed: Any) -> dict[str, Any]:
    return {
        "number": 12, "title": "Use Postgres  for sessions", "body": "Redis forgets them.",
        "user": JANE, "state": "open", "labels": [{"name": "storage"}], "draft": False,
        "html_url": "https://github.com/acme/app/pull/12", "created_at": "2026-01-01T10:00:00Z",
        "updated_at": "2026-01-02T10:00:00Z", "requested_reviewers": [TOM],
    } | changed  # fmt: skip


def said(**changed: Any) -> dict[str, Any]:
    return {
        "id": 5, "body": "Good.", "user": TOM, "created_at": "2026-01-01T11:00:00Z",
        "updated_at": "2026-01-01T11:00:00Z", "html_url": "https://github.com/acme/app/pull/12#5",
    } | changed  # fmt: skip


def review(**changed: Any) -> dict[str, Any]:
    return {
        "id": 6, "body": None, "user": TOM, "state": "approved",
        "submitted_at": "2026-01-01T12:00:00Z", "html_url": "https://github.com/acme/app/pull/12#6",
    } | changed  # fmt: skip


def record(reading: SourceRecord | Refusal) -> SourceRecord:
    assert isinstance(reading, SourceRecord)
    return reading


def test_an_open_pull_request_is_a_proposal() -> None:
    found = record(pull_record(pull(), PLACE))
    assert found.raw == b"Proposal: Use Postgres for sessions\n\nRedis forgets them."
    assert (found.external_id, found.thread_key) == ("7#12", "7#12")
    assert (found.kind, found.media_type) == ("pull_request", MediaType.MARKDOWN)
    assert found.author == Person(name="jane", handle="41")
    assert found.participants == (Person(name="tom", handle="42", role="to"),)
    assert found.tags == ("storage", "open")
    assert found.as_of == datetime(2026, 1, 2, 10, tzinfo=UTC)
    assert found.edited_at is None


def test_a_merged_pull_request_says_what_was_done_and_who_decided_it() -> None:
    merged = {"merged": True, "merged_at": "2026-01-02T09:00:00Z", "merged_by": TOM}
    found = record(pull_record(pull(state="closed", **merged), PLACE))
    assert found.raw.startswith(b"Use Postgres for sessions\n\n")
    assert found.raw.endswith(b"Pull request #12 was merged by tom.")
    assert found.participants == (Person(name="tom", handle="42", role="decider"),)
    assert "merged" in found.tags
    assert found.edited_at == datetime(2026, 1, 2, 9, tzinfo=UTC)


def test_a_pull_request_that_was_closed_is_no_proposal_any_more() -> None:
    found = record(pull_record(pull(state="closed"), PLACE))
    assert found.raw.startswith(b"Closed without being merged: Use Postgres")


def test_an_approval_without_a_word_is_kept() -> None:
    found = record(review_record(review(), pull(), PLACE))
    assert found.raw == b"Approved this pull request: Use Postgres for sessions"
    assert (found.thread_key, found.reply_to) == ("7#12", "7#12")
    assert found.author == Person(name="tom", handle="42")
    assert found.tags == ("approved",)


def test_a_review_without_a_verdict_or_a_word_is_nothing() -> None:
    found = review_record(review(state="commented"), pull(), PLACE)
    assert isinstance(found, Refusal)
    assert found.skipped


def test_a_verdict_that_was_dismissed_goes_and_words_stay() -> None:
    assert record(review_record(review(state="dismissed"), pull(), PLACE)).deleted
    found = record(review_record(review(state="dismissed", body="Not yet."), pull(), PLACE))
    assert (found.deleted, found.raw) == (False, b"Not yet.")


def test_a_remark_shows_the_line_that_it_is_about() -> None:
    on = {"path": "app/db.py", "line": 3, "diff_hunk": "@@ -1 +1,3 @@\n a\n+use(redis)"}
    found = record(remark_record(said(**on, body="Not this one."), pull(), PLACE))
    assert found.raw == b"On `app/db.py`, line 3:\n\n> `use(redis)`\n\nNot this one."
    on["diff_hunk"] = "@@ -1 +1 @@\n+" + "x" * 500
    assert b"xxx" not in record(remark_record(said(**on), pull(), PLACE)).raw


def test_a_remark_answers_a_remark_or_belongs_to_its_review() -> None:
    def to(**fields: Any) -> str:
        return record(remark_record(said(**fields), pull(), PLACE)).reply_to

    assert to() == "7#12"
    assert to(pull_request_review_id=6) == "7#review:6"
    assert to(pull_request_review_id=6, in_reply_to_id=5) == "7#review_comment:5"


def test_a_comment_is_in_its_thread_and_names_who_it_calls() -> None:
    thread = thread_of(pull(), PLACE)
    text = "@olga and @tom-x, see `@decorator` and mail me@example.com."
    found = record(comment_record(said(body=text), thread, PLACE))
    assert (found.external_id, found.thread_key) == ("7#comment:5", "7#12")
    assert found.title == "Use Postgres for sessions"
    assert [person.name for person in found.participants] == ["olga", "tom-x"]
    assert {person.role for person in found.participants} == {"mentioned"}


def test_reactions_and_bots_are_tags() -> None:
    thread = thread_of(pull(), PLACE)
    thumbs = {"total_count": 2, "+1": 2, "-1": 0}
    found = record(comment_record(said(user=BOT, reactions=thumbs), thread, PLACE))
    assert found.tags == ("bot", "reaction:+1")


def test_an_issue_is_no_decision_by_its_title() -> None:
    issue = pull(title="Use a queue", body="Jobs are lost.")
    assert record(issue_record(issue, PLACE)).raw == b"# Use a queue\n\nJobs are lost."


def test_who_is_gone_from_github_leaves_what_they_wrote() -> None:
    found = record(comment_record(said(user=None), thread_of(pull(), PLACE), PLACE))
    assert found.author is None


@pytest.mark.parametrize("missing", ["id", "created_at"])
def test_what_cannot_be_told_from_others_or_dated_is_refused(missing: str) -> None:
    comment = said()
    del comment[missing]
    found = comment_record(comment, thread_of(pull(), PLACE), PLACE)
    assert isinstance(found, Refusal)
    assert not found.skipped


def test_a_refusal_names_no_private_repository() -> None:
    private = Place("7", "acme/vault", "main", audience=Audience("7", "acme/vault", ()))
    found = comment_record(said(created_at=""), thread_of(pull(), private), private)
    assert isinstance(found, Refusal)
    assert found.locator == "repository 7, comment 5"


def test_a_repository_that_does_not_say_that_it_is_public_is_private() -> None:
    told = {"id": 7, "full_name": "acme/app"}
    unsaid, public = place_of(told), place_of(told | {"private": False})
    assert unsaid is not None
    assert unsaid.audience is not None
    assert public is not None
    assert public.audience is None
    assert place_of({"full_name": "acme/app", "id": "7; drop"}) is None


PUSHED = {
    "id": "a" * 40, "message": "Use Postgres (#12)\n\nCo-authored-by: Tom <tom@example.com>",
    "timestamp": "2026-01-01T10:00:00+02:00", "url": "https://github.com/acme/app/commit/aaa",
    "author": {"name": "Jane", "email": "41+jane@users.noreply.github.com", "username": "jane"},
}  # fmt: skip


def test_a_commit_is_in_the_thread_of_its_pull_request() -> None:
    found = record(pushed_commit(PUSHED, PLACE))
    assert (found.external_id, found.thread_key) == (f"7#{'a' * 40}", "7#12")
    assert found.author == Person(name="Jane", handle="41")
    assert found.participants == (Person("Tom", "tom@example.com", role="co_author"),)
    assert found.occurred_at == datetime(2026, 1, 1, 8, tzinfo=UTC)


def test_a_commit_is_the_same_pushed_or_listed() -> None:
    author = {"name": "Jane", "email": PUSHED["author"]["email"], "date": PUSHED["timestamp"]}  # type: ignore[index]
    listed = {
        "sha": PUSHED["id"], "html_url": PUSHED["url"],
        "commit": {"message": PUSHED["message"], "author": author, "committer": author},
    }  # fmt: skip
    assert listed_commit(listed, PLACE) == pushed_commit(PUSHED, PLACE)


def test_a_commit_that_repositories_share_is_in_each() -> None:
    other = Place("8", "acme/fork", "main", audience=Audience("8", "acme/fork", ()))
    assert record(pushed_commit(PUSHED, PLACE)).external_id.startswith("7#")
    assert record(pushed_commit(PUSHED, other)).external_id.startswith("8#")


def test_a_comment_on_a_commit_is_in_its_thread() -> None:
    commit = record(pushed_commit(PUSHED | {"message": "Fix"}, PLACE))
    comment = record(commit_comment_record(said(commit_id="a" * 40), PLACE))
    assert comment.thread_key == commit.thread_key == comment.reply_to


def test_release_notes_wait_until_they_are_published() -> None:
    release = said(author=JANE, tag_name="v1", name="", body="We drop Redis.", draft=True)
    assert isinstance(release_record(release, PLACE), Refusal)
    told = release | {"draft": False, "published_at": "2026-01-03T00:00:00Z"}
    found = record(release_record(told, PLACE))
    assert found.raw == b"# v1\n\nWe drop Redis."
    assert found.occurred_at == datetime(2026, 1, 3, tzinfo=UTC)


def node(key: int, text: str, **more: Any) -> dict[str, Any]:
    return {
        "databaseId": key, "url": f"https://github.com/acme/app/discussions/3#{key}", "body": text,
        "createdAt": "2026-01-01T10:00:00Z", "updatedAt": "2026-01-01T10:00:00Z",
        "author": {"login": "renovate", "__typename": "Bot", "databaseId": 43},
    } | more  # fmt: skip


def test_a_discussion_of_graphql_reads_like_one_of_an_event() -> None:
    replies = {"nodes": [node(6, "Fine.")], "pageInfo": {"hasNextPage": False}}
    comments = {
        "nodes": [node(5, "Celery.", replies=replies)],
        "pageInfo": {"hasNextPage": True, "endCursor": "100"},
    }  # fmt: skip
    opened = from_graphql(
        node(4, "Which?", id="D_4", number=3, title="Queue", comments=comments,
             answer={"url": "https://github.com/acme/app/discussions/3#5"})
    )  # fmt: skip
    assert (opened.node_id, opened.rest, opened.cut) == ("D_4", "100", False)
    first, second = (
        record(discussion_comment_record(each, opened.discussion, PLACE))
        for each in opened.comments
    )
    assert first.tags == ("answer", "bot")
    assert second.reply_to == first.external_id == "7#discussion_comment:5"
    assert first.author == Person(name="renovate[bot]", handle="43")


def test_a_page_of_nothing_is_empty() -> None:
    assert page_of(None) == ([], "")


def test_mentions_in_a_hostile_text_are_bounded() -> None:
    assert len(list(people.mentioned("@a" + " @b" * 100_000))) <= 2
    text = " ".join(f"@user{number}" for number in range(1000))
    assert len(list(people.mentioned(text))) == 50
    assert list(people.mentioned("`" * 50_000 + "@x" * 50_000)) == []
