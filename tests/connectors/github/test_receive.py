"""What deliveries bring about, with the fake at the other side."""

import logging
from collections.abc import Callable
from typing import Any

import pytest

from connectors.contract import Refusal, SourceRecord
from connectors.github.connector import github
from connectors.github.fake import FakeGithub
from connectors.live.app import read_app
from connectors.live.contract import Page, Task
from connectors.live.errors import Revoked
from connectors.live.session import Session
from tests.connectors.github.conftest import records

Pages = list[Page]


@pytest.fixture
def pages(fake: FakeGithub, session: Session) -> Pages:
    """What came of each delivery that the fake sends from here on."""
    app = read_app("github", github.app_settings, fake.app_settings())
    found: Pages = []

    def deliver(address: str, headers: Any, body: bytes) -> int:
        lower = {name.lower(): value for name, value in headers.items()}
        for incoming in github.verify(app, lower, body, session.now()).incoming:
            assert incoming.account_id == session.account_id
            found.append(github.receive(session, incoming))
        return 200

    fake.webhook_url, fake.deliver = "here", deliver
    return found


def test_an_event_says_what_a_backfill_says(
    fake: FakeGithub, pages: Pages, backfill: Callable[[], list[SourceRecord | Refusal]]
) -> None:
    fake.do_issue("One", by="tom", text="Text", name="issue")
    fake.do_comment("issue", by="jane", text="Yes.", name="yes")
    fake.do_edit("yes", text="No.")
    fake.do_pull_request("Two", by="jane", name="pull")
    fake.do_review("pull", by="tom")
    fake.do_review_comment("pull", by="tom", text="Here?")
    fake.do_merge("pull", by="olga")
    fake.do_discussion("Three", by="tom", name="talk")
    fake.do_comment("talk", by="jane", text="So.", name="so")
    fake.do_react("talk", "heart")
    fake.do_react("so")
    fake.do_edit("talk", text="Which one?")
    fake.do_answer("so", by="tom")
    fake.do_release("v1", by="jane", text="Notes.", name="notes")
    fake.do_push(by="jane", message="Message (#2)")
    told = {r.external_id: r for p in pages for r in p.readings if isinstance(r, SourceRecord)}
    read = {r.external_id: r for r in backfill() if isinstance(r, SourceRecord)}
    assert told.keys() == read.keys()
    for key, record in told.items():
        assert content(record) == content(read[key])


def content(record: SourceRecord) -> dict[str, object]:
    """All of it but which version it is: that of a thread is counted for what is in it."""
    return {name: getattr(record, name) for name in record.__dataclass_fields__ if name != "as_of"}


def test_versions_never_go_back(fake: FakeGithub, pages: Pages) -> None:
    fake.do_pull_request("Two", by="jane", name="pull")
    fake.do_review("pull", by="tom", text="Fine.", name="review")
    fake.do_edit("review", text="Very fine.")
    fake.do_dismiss("review")
    versions = [records(page)["review"].as_of for page in pages[1:]]
    assert versions == sorted(versions)
    assert len(set(versions)) == 3


def test_a_deletion_is_newer_than_what_it_deletes(fake: FakeGithub, pages: Pages) -> None:
    fake.do_issue("One", by="tom", name="issue")
    fake.do_comment("issue", by="jane", text="Yes.", name="yes")
    fake.do_delete("yes")
    before, after = records(pages[1])["comment"], records(pages[2])["comment"]
    assert after.deleted
    assert (after.raw, after.title, after.url, after.author) == (b"", "", "", None)
    assert before.as_of is not None
    assert after.as_of is not None
    assert after.as_of > before.as_of


def test_an_issue_takes_its_comments_with_it(fake: FakeGithub, pages: Pages) -> None:
    fake.do_issue("One", by="tom", name="issue")
    fake.do_delete("issue")
    opened = records(pages[0])["issue"]
    assert pages[1].gone == (opened.thread_key,)
    assert records(pages[1])["issue"].deleted


def test_commits_of_other_branches_are_drafts(fake: FakeGithub, pages: Pages) -> None:
    fake.do_push(by="jane", message="Try it", branch="attempt")
    assert pages[0].readings == ()


def test_what_is_not_chosen_is_not_read(fake: FakeGithub, session: Session, pages: Pages) -> None:
    session.chosen = frozenset({"1"})
    fake.do_issue("One", by="tom")
    fake.do_privatize()
    fake.do_add_collaborator("tess")
    issue, privatized, joined = pages
    assert issue == Page()
    assert (privatized.restart, len(privatized.closed)) == (None, 1)
    assert [member.name for member in joined.audiences[0].members] == ["tess"]


def test_members_of_what_is_not_chosen_any_more_are_kept_in_step(
    fake: FakeGithub, session: Session
) -> None:
    fake.do_repository("vault", private=True, members=["tess"])
    session.chosen = frozenset()
    page = github.refresh_acl(session, None)
    assert [audience.name for audience in page.audiences] == ["acme/vault"]
    assert list(page.closed.values()) == list(page.audiences)


def test_items_of_a_private_repository_are_for_its_members(fake: FakeGithub, pages: Pages) -> None:
    fake.state.person("tess", email="tess@momo.example")
    fake.do_repository("vault", private=True, members=["tess", "tom"])
    fake.do_issue("Keys", by="tess", repository="vault")
    audience = records(pages[-1])["issue"].audience
    assert audience is not None
    assert audience.as_of is not None
    assert [(m.name, m.email) for m in audience.members] == [
        ("tess", ""), ("tom", ""),  # who shows an address on their profile may show any
    ]  # fmt: skip


def test_an_unchanged_list_of_members_costs_nothing(fake: FakeGithub, pages: Pages) -> None:
    fake.do_repository("vault", private=True, members=["tess"])
    fake.do_issue("One", by="tess", repository="vault")
    left = fake.remaining
    fake.do_issue("Two", by="tess", repository="vault")
    assert fake.remaining == left
    assert records(pages[-1])["issue"].audience is not None


def test_a_long_list_of_members_is_whole(fake: FakeGithub, pages: Pages) -> None:
    people = [f"person{number}" for number in range(230)]
    fake.do_repository("vault", private=True, members=people)
    for _ in range(2):
        fake.do_issue("Keys", by="person1", repository="vault")
        audience = records(pages[-1])["issue"].audience
        assert audience is not None
        assert len(audience.members) == 230


def test_a_member_beyond_a_full_page_is_not_overlooked(fake: FakeGithub, pages: Pages) -> None:
    people = [f"person{number}" for number in range(100)]
    fake.do_repository("vault", private=True, members=people)
    fake.do_issue("Keys", by="person1", repository="vault")
    fake.do_add_collaborator("tess", repository="vault")
    (audience,) = pages[-1].audiences
    assert audience.members[-1].name == "tess"


def test_where_nobody_says_who_the_members_are_nothing_is_taken(
    fake: FakeGithub, pages: Pages
) -> None:
    fake.do_repository("vault", private=True, members=["tess"])
    fake.state.repository("vault").selected = False
    fake.send("issues", _issue_of(fake, "vault"))
    (refusal,) = pages[-1].readings
    assert isinstance(refusal, Refusal)
    assert "vault" not in refusal.locator


def _issue_of(fake: FakeGithub, name: str) -> dict[str, Any]:
    from connectors.github.fake import shapes

    found = fake.state.repository(name)
    person = fake.state.person("tess")
    issue = shapes.issue(found.facts, 1, 5, person, "Keys", "Text", fake.state.now())
    return {"action": "opened", "issue": issue, "repository": found.facts}


def test_an_event_from_before_it_was_private_does_not_open_it(
    fake: FakeGithub, pages: Pages
) -> None:
    fake.do_issue("One", by="tom", name="issue")
    old = fake.state.repository("app").facts | {"private": False}
    fake.do_privatize()
    issue = fake.state.named["issue"].body
    fake.send("issues", {"action": "edited", "issue": issue, "repository": old})
    assert records(pages[-1])["issue"].audience is not None


def test_what_becomes_private_is_closed_at_once(fake: FakeGithub, pages: Pages) -> None:
    fake.do_add_collaborator("tess")
    fake.do_privatize()
    number = fake.state.repository("app").facts["id"]
    (prefix,) = pages[-1].closed
    assert prefix == f"{number}#"
    assert [member.name for member in pages[-1].closed[prefix].members] == ["tess"]
    assert pages[-1].restart is not None


def test_what_becomes_public_is_read_again(
    fake: FakeGithub, session: Session, pages: Pages
) -> None:
    fake.do_repository("vault", private=True)
    fake.do_issue("Keys", by="tess", repository="vault")
    fake.do_publicize("vault")
    page = github.backfill(session, pages[-1].restart)
    assert records(page)["issue"].audience is None


def test_who_leaves_is_not_among_the_members(fake: FakeGithub, pages: Pages) -> None:
    fake.do_repository("vault", private=True, members=["tess", "tom"])
    fake.do_remove_collaborator("tom", repository="vault")
    (audience,) = pages[-1].audiences
    assert [member.name for member in audience.members] == ["tess"]


def test_members_are_asked_for_again_in_pages(
    fake: FakeGithub, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    from connectors.github import connector

    monkeypatch.setattr(connector, "REPOSITORIES_A_CALL", 1)
    fake.do_repository("vault", private=True, members=["tess"])
    fake.do_repository("safe", private=True, members=["tom"])
    names, page = [], github.refresh_acl(session, None)
    names += [audience.name for audience in page.audiences]
    while page.cursor:
        page = github.refresh_acl(session, page.cursor)
        names += [audience.name for audience in page.audiences]
    assert sorted(names) == ["acme/safe", "acme/vault"]


def test_choices_name_private_repositories_to_their_members(
    fake: FakeGithub, session: Session
) -> None:
    fake.do_repository("vault", private=True, members=["tess"])
    app, vault = github.choices(session)
    assert (app.name, app.kind, app.audience) == ("acme/app", "repository", None)
    assert vault.audience is not None
    assert [member.name for member in vault.audience.members] == ["tess"]


def test_ids_survive_a_rename(fake: FakeGithub, pages: Pages) -> None:
    fake.do_issue("One", by="tom", name="issue")
    fake.do_rename_repository("platform")
    fake.do_edit("issue", text="More.")
    first, last = records(pages[0])["issue"], records(pages[-1])["issue"]
    assert first.external_id == last.external_id
    assert last.container == "acme/platform"


def test_a_transferred_repository_is_closed_where_it_was_private(
    fake: FakeGithub, pages: Pages
) -> None:
    fake.do_repository("vault", private=True, members=["tess"])
    fake.do_transfer_repository("other", repository="vault")
    (audience,) = pages[-1].audiences
    assert audience.members == ()
    fake.do_transfer_repository("other", repository="app")
    assert pages[-1].audiences == ()


def test_a_repository_that_is_added_is_read(
    fake: FakeGithub, session: Session, pages: Pages
) -> None:
    fake.do_repository("site")
    fake.do_issue("Of the site", by="tom", repository="site")
    restart = pages[0].restart
    assert restart is not None
    assert records(github.backfill(session, restart))["issue"].title == "Of the site"
    assert Task.ACL in pages[0].then


def test_an_uninstalled_app_says_to_connect_again(fake: FakeGithub, pages: Pages) -> None:
    with pytest.raises(Revoked, match="Connect GitHub again"):
        fake.do_uninstall()


def test_a_suspended_app_says_to_unsuspend_it(fake: FakeGithub, pages: Pages) -> None:
    with pytest.raises(Revoked, match="Unsuspend"):
        fake.do_suspend()
    fake.do_unsuspend()
    assert Task.POLL in pages[-1].then


def test_an_old_event_of_a_suspension_stops_nothing(fake: FakeGithub, pages: Pages) -> None:
    told = fake.installed() | {"suspended_at": "2025-01-01T00:00:00Z"}
    fake.send("installation", {"action": "suspend", "installation": told})
    assert pages == [Page()]


def test_nothing_that_is_written_or_secret_is_logged(
    fake: FakeGithub, session: Session, pages: Pages, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        fake.do_repository("vault", private=True, members=["tess"])
        fake.do_issue("canary-title", by="tess", text="canary-text", repository="vault")
        list(github.choices(session))
        github.backfill(session, None)
    assert "canary" not in caplog.text
    assert not any(token in caplog.text for token in fake.installation.tokens)


def test_disconnecting_gives_the_token_back(fake: FakeGithub, session: Session) -> None:
    github.backfill(session, None)
    assert fake.installation.tokens
    github.revoke(session)
    assert not fake.installation.tokens
    assert fake.installation.id


def test_a_deleted_repository_leaves_nothing(fake: FakeGithub, pages: Pages) -> None:
    facts = fake.state.repository("app").facts
    fake.send("repository", {"action": "deleted", "repository": facts})
    assert pages[-1].emptied == (f"{facts['id']}#",)


def test_an_organization_that_is_renamed_is_called_so(fake: FakeGithub, pages: Pages) -> None:
    told = {"id": fake.state.person("acme")["id"], "login": "apex"}
    fake.send("organization", {"action": "renamed", "organization": told})
    assert pages[-1].account_name == "apex"


@pytest.mark.parametrize(
    ("event", "payload"),
    [
        ("team", {"action": "added_to_repository", "team": {"id": 3}}),
        ("team", {"action": "edited", "team": {"id": 3}, "repository": None}),
        ("team_add", {"team": {"id": 3}}),
        ("membership", {"action": "removed", "team": {"id": 3}, "member": {"id": 4}}),
        ("organization", {"action": "member_removed", "membership": {"user": {"id": 4}}}),
    ],
)
def test_what_changes_for_a_team_or_the_organization_changes_who_sees_what(
    fake: FakeGithub, pages: Pages, event: str, payload: dict[str, Any]
) -> None:
    account = {"organization": fake.state.person("acme")}
    told = account | {key: value for key, value in payload.items() if value is not None}
    of_one = event != "membership" and event != "organization" and "repository" not in payload
    fake.send(event, told, fake.state.repository("app") if of_one else None)
    assert Task.ACL in pages[-1].then
