"""What GitHub sends: recorded payloads are taken, or left out on purpose, as the docs say."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from connectors.contract import Audience, Refusal, SourceRecord
from connectors.github import contents, webhook
from connectors.github.contents import Content
from connectors.github.events import EVENTS, rule_of
from connectors.github.fake import FakeGithub
from connectors.github.place import Place, place_of
from connectors.live.app import App
from connectors.live.errors import Malformed
from tests.connectors.github.payloads import FILES, NEEDED, event_of, named, payload_of
from tests.connectors.github.signing import signed

DOCS = Path(__file__).parents[3] / "docs" / "connectors" / "github.md"
APP = App("github", {"webhook_secret": "one"})
AT = datetime(2026, 1, 1, tzinfo=UTC)
MEMBERS = Place("186853002", "o/r", "main", audience=Audience("186853002", "o/r", ()))
CONTENT: dict[str, Content] = {
    "push": contents.push,
    "pull_request": contents.pull_request,
    "pull_request_review": contents.review,
    "pull_request_review_comment": contents.remark,
    "issues": contents.issue,
    "issue_comment": contents.comment,
    "discussion": contents.discussion,
    "discussion_comment": contents.discussion_comment,
    "release": contents.release,
    "commit_comment": contents.commit_comment,
}
# What GitHub documents and the recorded payloads come without, and what one mapping asks of all.
OPTIONAL = {
    "pull_request": {"reactions"},
    "pull_request_review": {"updated_at", "reactions"},
    "pull_request_review_comment": {"in_reply_to_id"},
    "discussion": {"labels", "old_answer"},
    "release": {"title"},
    "commit_comment": {"reactions"},
}
NEWER = {"has_discussions"}  # than the recorded payloads, in each repository

recorded = pytest.mark.parametrize("file", FILES, ids=named)


def rows() -> Iterator[tuple[str, list[str], bool]]:
    """The table of the docs: event, actions, whether it is taken."""
    for line in DOCS.read_text().splitlines():
        found = re.match(r"\| `(\w+)` \| (.+?) \| (taken|left out) \| .+ \|$", line)
        if found:
            yield found[1], re.findall(r"`(\w+)`", found[2]), found[3] == "taken"


def documented(event: str, action: str) -> bool | None:
    named_so = [(actions, taken) for name, actions, taken in rows() if name == event]
    for actions, taken in named_so:
        if not actions or action in actions:
            return taken
    return None


def test_the_docs_show_the_table_that_the_code_has() -> None:
    told = [(event, tuple(actions), taken) for event, actions, taken in rows()]
    held = [
        (name, rule.actions, rule.handle is not None)
        for name, event in EVENTS.items()
        for rule in event.rules
    ]
    assert told == held
    text = DOCS.read_text()
    assert all(rule.words in text for event in EVENTS.values() for rule in event.rules)


@NEEDED
@recorded
def test_each_recorded_payload_is_taken_or_left_out_as_the_docs_say(file: Path) -> None:
    event, payload = event_of(file), payload_of(file)
    verified = webhook.verify(APP, *signed("one", event, payload), AT)
    assert bool(verified.incoming) is documented(event, str(payload.get("action", "")))


@NEEDED
@recorded
def test_each_recorded_payload_of_an_own_webhook_is_left_out(file: Path) -> None:
    payload = payload_of(file)
    del payload["installation"]
    assert not webhook.verify(APP, *signed("one", event_of(file), payload), AT).incoming


@NEEDED
@recorded
def test_each_recorded_thing_becomes_a_record_or_says_why_not(file: Path) -> None:
    event, payload = event_of(file), payload_of(file)
    if event not in CONTENT:
        return
    place = place_of(payload["repository"])
    assert place is not None
    for reading in CONTENT[event](payload, place, AT):
        if isinstance(reading, Refusal):
            assert reading.skipped
        else:
            assert reading.external_id.startswith(f"{place.id}#")
            assert reading.as_of is not None
            if reading.deleted:
                continue
            assert reading.url.startswith("https://github.com/")
            assert reading.author is not None
            assert reading.author.handle.isdecimal()


class Watched(dict[str, Any]):
    """A payload that notes what is looked up in it in vain."""

    missed: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        if key not in self:
            self.missed.add(key)
        return super().get(key, default)


@NEEDED
@pytest.mark.parametrize("event", sorted(CONTENT))
def test_every_field_that_is_read_is_in_a_recorded_payload(event: str) -> None:
    files = [file for file in FILES if event_of(file) == event]
    always_missed: set[str] | None = None
    for file in files:
        Watched.missed = set()
        payload = json.loads(file.read_text(), object_hook=Watched)
        place = place_of(payload["repository"])
        assert place is not None
        list(CONTENT[event](payload, place, AT))
        missed = set(Watched.missed)
        always_missed = missed if always_missed is None else always_missed & missed
    assert always_missed == OPTIONAL.get(event, set()) | NEWER


@NEEDED
def test_the_fake_sends_no_field_that_github_does_not(fake: FakeGithub) -> None:
    sent = everything_sent(fake)
    known = {event: fields(file for file in FILES if event_of(file) == event) for event in EVENTS}
    for event, payload in sent:
        # Recorded comments are all on issues, nothing was merged or taken out of the app, and
        # of discussions only the ones recorded last tell their reactions.
        newer = {"repository.has_discussions", "pull_request.draft"}  # than the recorded ones
        invented = set(paths(payload)) - known[event] - newer
        left_out = (
            "issue.pull_request", "pull_request.merged_by.", "repositories_removed.",
            "discussion.reactions", "comment.reactions", "answer.reactions",
        )  # fmt: skip
        assert not {path for path in invented if not path.startswith(left_out)}, event


def everything_sent(fake: FakeGithub) -> list[tuple[str, dict[str, Any]]]:
    sent: list[tuple[str, dict[str, Any]]] = []

    def keep(address: str, headers: Any, body: bytes) -> int:
        sent.append((headers["X-GitHub-Event"], json.loads(body)))
        return 200

    fake.webhook_url, fake.deliver, fake.installation.id = "kept", keep, 77001
    fake.do_issue("One", by="tom", text="Text", name="issue")
    fake.do_comment("issue", by="jane", text="Yes.", name="yes")
    fake.do_edit("yes", text="No.")
    fake.do_delete("yes")
    fake.do_pull_request("Two", by="jane", name="pull")
    fake.do_comment("pull", by="tom", text="Good.")
    fake.do_review("pull", by="tom", state="commented", text="Hm.")
    fake.do_review_comment("pull", by="tom", text="Here?")
    fake.do_merge("pull", by="olga")
    fake.do_discussion("Three", by="tom", name="talk")
    fake.do_comment("talk", by="jane", text="So.", name="so")
    fake.do_answer("so", by="tom")
    fake.do_release("v1", by="jane", text="Notes.", name="notes")
    fake.do_delete("notes")
    fake.do_push(by="jane", message="Message")
    fake.do_add_collaborator("tess")
    fake.do_rename_repository("platform")
    fake.do_privatize("platform")
    fake.do_suspend()
    fake.do_unsuspend()
    fake.do_transfer_repository("other", "platform")
    fake.do_uninstall()
    return sent


def fields(files: Iterator[Path]) -> set[str]:
    return {path for file in files for path in paths(payload_of(file))}


def paths(value: Any, above: str = "") -> Iterator[str]:
    """The names of all fields, dotted; those of a list's entries like those of one."""
    if isinstance(value, dict):
        for key, below in value.items():
            path = f"{above}.{key}".lstrip(".")
            yield path
            # Who did it, and where, is written alike everywhere, but for what each account has.
            if key not in ("permissions", "organization"):
                yield from paths(below, path)
    elif isinstance(value, list):
        for each in value:
            yield from paths(each, above)


_leaf = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20),
    st.just("\0"), st.just("\ud800"), st.just("x" * 100_000), st.just(10**400),
    st.builds(list), st.builds(dict), st.builds(lambda: [None, 1, "a", {}]),
    st.just("2019-99-99T00:00:00Z"),
)  # fmt: skip


@NEEDED
@settings(
    max_examples=600, deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip
@given(data=st.data())
def test_whatever_is_in_a_payload_nothing_breaks(data: st.DataObject) -> None:
    files = [file for file in FILES if event_of(file) in CONTENT]
    file = data.draw(st.sampled_from(files))
    payload = payload_of(file)
    for _ in range(data.draw(st.integers(1, 4))):
        _spoil(payload, data)
    for reading in CONTENT[event_of(file)](payload, MEMBERS, AT):
        assert isinstance(reading, SourceRecord | Refusal)
        if isinstance(reading, SourceRecord):
            assert reading.external_id.startswith("186853002#")
            assert len(reading.external_id.encode()) <= 300
            stored = (reading.external_id, reading.title, reading.url, reading.thread_key)
            assert not any("\0" in text for text in stored)
            "".join([*stored, *reading.tags]).encode()
            assert reading.audience is MEMBERS.audience


def _spoil(payload: dict[str, Any], data: st.DataObject) -> None:
    at: Any = payload
    while True:
        keys = sorted(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        deeper = isinstance(at[key], dict | list) and at[key]
        if deeper and data.draw(st.integers(0, 3)):
            at = at[key]
        elif isinstance(at, dict) and data.draw(st.booleans()):
            del at[key]
            return
        else:
            at[key] = data.draw(_leaf)
            return


def test_an_event_about_a_repository_that_names_none_is_malformed() -> None:
    from connectors.github.installations import Scene

    rule = rule_of("issues", "opened")
    assert rule is not None
    assert rule.handle is not None
    with pytest.raises(Malformed):
        rule.handle(Scene(None, {"issue": {}}, AT))  # type: ignore[arg-type]
