"""What people do at the fake service. Each verb changes what is stored and sends its event."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from connectors.github.fake import shapes
from connectors.github.fake.shapes import Json
from connectors.github.fake.state import Named, Repository, State, Thread

DEFAULT_REPOSITORY = "app"


class Verbs(ABC):
    """Mixed into the server, which has `state` and sends events."""

    state: State
    account: str

    @abstractmethod
    def send(self, event: str, payload: Json, repository: Repository | None = None) -> None:
        """Sign an event and deliver it."""

    def do_repository(
        self, name: str = DEFAULT_REPOSITORY, private: bool = False, members: Iterable[str] = ()
    ) -> None:
        owner, at = self.state.person(self.account), self.state.now()
        number = self.state.new_number()
        facts = shapes.repository(self.state.web, owner, name, number, private=private, at=at)
        made = Repository(facts, [self.state.person(login)["login"] for login in members])
        self.state.repositories[number] = made
        added = {"repositories_added": [short(made)], "repositories_removed": []}
        self.send("installation_repositories", {"action": "added"} | added)

    def do_issue(
        self, title: str, by: str, text: str = "", repository: str = DEFAULT_REPOSITORY,
        name: str = "",
    ) -> None:  # fmt: skip
        found, thread = self._begin("issue", repository, title, by, text)
        self.state.keep(name, Named("issue", found, thread.body, thread))
        self.send("issues", {"action": "opened", "issue": thread.body}, found)

    def do_pull_request(
        self, title: str, by: str, text: str = "", repository: str = DEFAULT_REPOSITORY,
        name: str = "",
    ) -> None:  # fmt: skip
        found, thread = self._begin("pull_request", repository, title, by, text)
        self.state.keep(name, Named("pull_request", found, thread.body, thread))
        self._pull_changed("opened", found, thread)

    def do_discussion(
        self, title: str, by: str, text: str = "", repository: str = DEFAULT_REPOSITORY,
        category: str = "General", name: str = "",
    ) -> None:  # fmt: skip
        found, thread = self._begin("discussion", repository, title, by, text, category)
        self.state.keep(name, Named("discussion", found, thread.body, thread))
        self.send("discussion", {"action": "created", "discussion": thread.body}, found)

    def do_comment(self, of: str, by: str, text: str, name: str = "", to: str = "") -> None:
        """On an issue, a pull request or a discussion; there also `to` another comment."""
        on, person = self.state.named[of], self.state.person(by)
        thread = _thread(on)
        at, key = self.state.touch(thread), self.state.new_number()
        if thread.kind == "discussion":
            parent = self.state.named[to].body["id"] if to else 0
            made = shapes.discussion_comment(thread.body, key, person, text, parent, at)
        else:
            made = shapes.comment(thread.body, key, person, text, at)
        thread.comments.append(made)
        thread.body["comments"] += 1
        thing = self.state.keep(name, Named("comment", on.repository, made, thread))
        self._said("created", thing)

    def do_review(
        self, of: str, by: str, state: str = "approved", text: str = "", name: str = ""
    ) -> None:
        on, person = self.state.named[of], self.state.person(by)
        thread = _thread(on)
        at, key = self.state.touch(thread), self.state.new_number()
        made = shapes.review(thread.body, key, person, state, text, at)
        thread.reviews.append(made)
        thing = self.state.keep(name, Named("review", on.repository, made, thread))
        self._said("submitted", thing)

    def do_review_comment(
        self, of: str, by: str, text: str, path: str = "README.md", line: int = 1,
        name: str = "", to: str = "",
    ) -> None:  # fmt: skip
        on, person = self.state.named[of], self.state.person(by)
        thread = _thread(on)
        at, key = self.state.touch(thread), self.state.new_number()
        made = shapes.remark(thread.body, key, person, text, path, line, at)
        if to:
            made["in_reply_to_id"] = self.state.named[to].body["id"]
        thread.remarks.append(made)
        thread.body["review_comments"] += 1
        thing = self.state.keep(name, Named("remark", on.repository, made, thread))
        self._said("created", thing)

    def do_react(self, to: str, reaction: str = "+1") -> None:
        """GitHub sends nothing for it."""
        self.state.named[to].body["reactions"][reaction] += 1

    def do_answer(self, of: str, by: str) -> None:
        """Choose a comment as the answer of its discussion."""
        comment = self.state.named[of]
        thread = _thread(comment)
        thread.body["answer_chosen_at"] = self.state.touch(thread)
        thread.body["answer_html_url"] = comment.body["html_url"]
        told = {"discussion": thread.body, "answer": comment.body}
        self.send("discussion", {"action": "answered"} | told, comment.repository)

    def do_release(
        self, tag: str, by: str, text: str, title: str = "",
        repository: str = DEFAULT_REPOSITORY, name: str = "",
    ) -> None:  # fmt: skip
        found, key = self.state.repository(repository), self.state.new_number()
        person, at = self.state.person(by), self.state.now()
        made = shapes.release(found.facts, key, person, tag, title or tag, text, at)
        found.releases.insert(0, made)
        self.state.keep(name, Named("release", found, made))
        self.send("release", {"action": "published", "release": made}, found)

    def do_push(
        self, by: str, message: str, repository: str = DEFAULT_REPOSITORY, branch: str = "main"
    ) -> None:
        found, person = self.state.repository(repository), self.state.person(by)
        at = found.facts["pushed_at"] = self.state.now()
        made = shapes.pushed_commit(found.facts, person, message, at)
        if branch == found.facts["default_branch"]:
            found.commits.insert(0, made)
        ref = f"refs/heads/{branch}"
        pusher = {"name": by, "email": made["author"]["email"]}
        told = {"ref": ref, "commits": [made], "head_commit": made, "pusher": pusher}
        self.send("push", told, found)

    def do_edit(self, of: str, text: str | None = None, title: str | None = None) -> None:
        thing = self.state.named[of]
        if text is not None:
            thing.body["body"] = text
        if title is not None:
            thing.body["title"] = title
        at = self.state.touch(thing.thread) if thing.thread else self.state.now()
        if thing.kind not in ("review", "release"):  # GitHub gives these no time of their change
            thing.body["updated_at"] = at
        self._said("edited", thing)

    def do_delete(self, of: str) -> None:
        thing = self.state.named.pop(of)
        if thing.thread and thing.kind in ("issue", "discussion"):
            del thing.repository.threads[thing.body["number"]]
        for listed in _lists(thing):
            if thing.body in listed:
                listed.remove(thing.body)
        if thing.thread:
            self.state.touch(thing.thread)
        self._said("deleted", thing)

    def do_merge(self, of: str, by: str) -> None:
        thing = self.state.named[of]
        at = self.state.touch(_thread(thing))
        who = shapes.shown(self.state.person(by))
        thing.body.update(state="closed", merged=True, merged_at=at, closed_at=at, merged_by=who)
        self._pull_changed("closed", thing.repository, _thread(thing))

    def do_close(self, of: str) -> None:
        thing = self.state.named[of]
        thing.body.update(state="closed", closed_at=self.state.touch(_thread(thing)))
        self._said("closed", thing)

    def do_dismiss(self, of: str) -> None:
        """Take a review's verdict back."""
        thing = self.state.named[of]
        thing.body["state"] = "dismissed"
        self.state.touch(_thread(thing))
        self._said("dismissed", thing)

    def _begin(
        self, kind: str, repository: str, title: str, by: str, text: str, *more: str
    ) -> tuple[Repository, Thread]:
        found, person = self.state.repository(repository), self.state.person(by)
        number = max(found.threads, default=0) + 1
        make: Any = {
            "issue": shapes.issue, "pull_request": shapes.pull, "discussion": shapes.discussion
        }[kind]  # fmt: skip
        key, at = self.state.new_number(), self.state.now()
        thread = Thread(kind, make(found.facts, number, key, person, title, text, *more, at))
        found.threads[number] = thread
        return found, thread

    def _pull_changed(self, action: str, repository: Repository, thread: Thread) -> None:
        told = {"action": action, "number": thread.body["number"], "pull_request": thread.body}
        self.send("pull_request", told, repository)

    def _said(self, action: str, thing: Named) -> None:
        """Send the event of a thing, whatever it is."""
        thread = thing.thread
        on = thread.body if thread else {}
        is_discussion = thread is not None and thread.kind == "discussion"
        told: Json = {"action": action}
        if thing.kind == "pull_request":
            event, more = "pull_request", {"number": on["number"], "pull_request": on}
        elif thing.kind == "review":
            pull = shapes.pull_in_short(on)
            event, more = "pull_request_review", {"review": thing.body, "pull_request": pull}
        elif thing.kind == "remark":
            pull = shapes.pull_in_short(on)
            event, more = (
                "pull_request_review_comment",
                {"comment": thing.body, "pull_request": pull},
            )
        elif thing.kind == "comment" and is_discussion:
            event, more = "discussion_comment", {"comment": thing.body, "discussion": on}
        elif thing.kind == "comment":
            opener = shapes.pull_as_issue(on) if thread and thread.kind == "pull_request" else on
            event, more = "issue_comment", {"comment": thing.body, "issue": opener}
        elif thing.kind == "issue":
            event, more = "issues", {"issue": thing.body}
        else:
            event, more = thing.kind, {thing.kind: thing.body}
        self.send(event, told | more, thing.repository)


def _thread(thing: Named) -> Thread:
    assert thing.thread is not None
    return thing.thread


def _lists(thing: Named) -> list[list[Json]]:
    lists = [thing.repository.releases]
    if thing.thread:
        lists += [thing.thread.comments, thing.thread.reviews, thing.thread.remarks]
    return lists


def short(repository: Repository) -> Json:
    """A repository as events about the installation list it."""
    return {key: repository.facts[key] for key in ("id", "node_id", "name", "full_name", "private")}
