"""Repositories as records."""

import contextlib
import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from connectors.contract import Person, SourceRecord, UnreadableSource
from connectors.git.ages import first_committed
from connectors.git.connector import git
from connectors.git.remote import remote_of

WHEN = "2024-01-01T10:00:00+01:00"


class Repository:
    def __init__(self, path: Path, *options: str) -> None:
        self.path = path
        self.run("init", "--quiet", "--initial-branch=main", *options, str(path), cwd=path.parent)

    def run(
        self, *arguments: str, stdin: bytes = b"", cwd: Path | None = None, when: str = WHEN
    ) -> str:
        identity = {
            "GIT_AUTHOR_NAME": "Anna", "GIT_AUTHOR_EMAIL": "anna@example.com",
            "GIT_COMMITTER_NAME": "Anna", "GIT_COMMITTER_EMAIL": "anna@example.com",
            "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when,
            "GIT_CONFIG_GLOBAL": os.devnull, "PATH": os.environ["PATH"],
        }  # fmt: skip
        done = subprocess.run(
            ["git", *arguments], cwd=cwd or self.path, env=identity, input=stdin,
            check=True, capture_output=True,
        )  # fmt: skip
        return done.stdout.decode().strip()

    def commit(self, message: str | bytes, when: str = WHEN) -> str:
        raw = message.encode() if isinstance(message, str) else message
        options = ("--quiet", "--allow-empty", "--allow-empty-message", "--no-verify")
        self.run("commit", *options, "--file=-", stdin=raw, when=when)
        return self.run("rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path / "app")


def test_a_commit_carries_its_people_time_and_link(repository, read):
    repository.run("remote", "add", "origin", "https://user:token@github.com/acme/app.git")
    sha = repository.commit(
        "Choose Postgres (#12)\n\nBecause we know it.\n\n"
        "Co-authored-by: Ben <1+ben@users.noreply.github.com>\n"
        "Reviewed-by: Cleo <cleo@example.com>\n"
    )
    (record,), _ = read(git, repository.path)
    assert record.external_id == sha
    assert record.title == "Choose Postgres (#12)"
    assert record.occurred_at == datetime(2024, 1, 1, 9, tzinfo=UTC)
    assert record.author == Person("Anna", "anna@example.com")
    assert record.participants == (
        Person("Ben", handle="ben", role="co_author"),
        Person("Cleo", "cleo@example.com", role="decider"),
    )
    assert record.url == f"https://github.com/acme/app/commit/{sha}"
    assert (record.thread_key, record.container) == ("pr:12", "acme/app")


def test_commits_come_oldest_first_and_merges_are_titled_by_their_pull_request(repository, read):
    repository.commit("One")
    repository.commit("Merge pull request #7 from acme/db\n\nMove to Postgres")
    (first, merge), _ = read(git, repository.path)
    assert (first.title, first.thread_key) == ("One", "")
    assert (merge.title, merge.thread_key) == ("Move to Postgres", "pr:7")
    assert git.count(repository.path) == 2


def test_messages_in_any_encoding_are_read_and_empty_ones_skipped(repository, read):
    repository.commit(b"caf\xe9 \xff")
    repository.commit("")
    (record,), (refusal,) = read(git, repository.path)
    assert record.raw.decode().startswith("caf")
    assert refusal.skipped


def test_a_clock_that_was_absurd_gives_the_time_of_the_commit_before(repository, read):
    repository.commit("One")
    repository.commit("Two", when="@1 +0000")
    (first, second), _ = read(git, repository.path)
    assert second.occurred_at == first.occurred_at
    assert not second.dated


def test_bare_repositories_and_worktrees_are_read(repository, tmp_path, read):
    repository.commit("One")
    repository.run("worktree", "add", "--quiet", str(tmp_path / "tree"))
    repository.run("clone", "--quiet", "--bare", str(repository.path), str(tmp_path / "app.git"))
    for path in (tmp_path / "tree", tmp_path / "app.git"):
        assert len(read(git, path)[0]) == 1


def test_all_branches_are_read_where_head_points_nowhere(repository, read):
    repository.commit("One")
    repository.run("symbolic-ref", "HEAD", "refs/heads/gone")
    assert len(read(git, repository.path)[0]) == 1


def test_a_repository_without_commits_has_nothing_to_read(repository, read):
    assert read(git, repository.path) == ([], [])
    assert git.count(repository.path) == 0


def test_what_is_no_repository_is_unreadable_even_inside_one(repository, tmp_path):
    inside = repository.path / "docs"
    inside.mkdir()
    (tmp_path / "file").write_text("x")
    for path in (inside, tmp_path, tmp_path / "file", tmp_path / "nothing"):
        with pytest.raises(UnreadableSource, match=r"\.git"):
            list(git.read(path))


def test_without_the_git_program_it_says_to_install_it(repository, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UnreadableSource, match="install git"):
        list(git.read(repository.path))


def test_the_callers_own_git_settings_do_not_reach_it(repository, tmp_path, monkeypatch, read):
    repository.commit("One")
    other = Repository(tmp_path / "other")
    monkeypatch.setenv("GIT_DIR", str(other.path / ".git"))
    assert len(read(git, repository.path)[0]) == 1


def test_a_repository_that_names_programs_runs_none_of_them(repository, tmp_path):
    lost = repository.commit("One")
    repository.commit("Two")
    mark = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "pager.log", "gpg.program", "core.sshCommand",
                "diff.external", "remote.origin.uploadpack"):  # fmt: skip
        repository.run("config", key, str(program))
    settings = {
        "log.showSignature": "true", "remote.origin.promisor": "true",
        "core.repositoryformatversion": "1", "extensions.partialClone": "origin",
        "remote.origin.url": str(tmp_path), "core.hooksPath": str(tmp_path),
    }  # fmt: skip
    for key, value in settings.items():
        repository.run("config", key, value)
    # Git asks the remote for what is missing, with the program that the repository names.
    (repository.path / ".git/objects" / lost[:2] / lost[2:]).unlink()
    list(git.read(repository.path))
    assert not mark.exists()
    with contextlib.suppress(subprocess.CalledProcessError):
        repository.run("log")
    assert mark.exists()  # without our settings it does run


def test_damage_is_told_and_reading_does_not_fail(repository, read):
    lost = repository.commit("One")
    repository.commit("Two")
    (repository.path / ".git/objects" / lost[:2] / lost[2:]).unlink()
    _, (refusal,) = read(git, repository.path)
    assert "git fsck" in refusal.reason


def test_reading_may_stop_early(repository):
    for number in range(3):
        repository.commit(str(number))
    reading = git.read(repository.path)
    assert isinstance(next(reading), SourceRecord)
    del reading  # which ends git


def test_the_age_of_files_is_known_also_below_the_repositorys_root(repository):
    folder = repository.path / "docs" / "adr"
    folder.mkdir(parents=True)
    (folder / "0001-ä b.md").write_text("x")
    repository.run("add", ".")
    repository.commit("Add")
    assert first_committed(folder) == {"0001-ä b.md": datetime(2024, 1, 1, 9, tzinfo=UTC)}


def test_outside_a_repository_no_age_is_known(tmp_path):
    assert first_committed(tmp_path) == {}


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("git@github.com:acme/app.git", "https://github.com/acme/app/commit/1"),
        ("ssh://git@github.com:22/acme/app", "https://github.com/acme/app/commit/1"),
        ("https://u:secret@gitlab.com/a/b/c.git", "https://gitlab.com/a/b/c/-/commit/1"),
        ("https://gitlab.acme.example/a/b", "https://gitlab.acme.example/a/b/-/commit/1"),
        ("https://git.acme.example/a/b", ""),
        ("/srv/git/app.git", ""),
        ("ext::sh -c 'x'", ""),
        ("", ""),
    ],
)
def test_links_are_made_for_known_hosts_without_credentials(address, url):
    assert remote_of(address).commit_url("1") == url
