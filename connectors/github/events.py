"""Every event of GitHub that Momo takes, and those that it leaves out on purpose.

docs/connectors/github.md shows this table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from connectors.files.json_input import as_object
from connectors.github import contents, installations
from connectors.github.contents import Content, deletion
from connectors.github.installations import Scene
from connectors.live.contract import Page

Handler = Callable[[Scene], Page]


@dataclass(frozen=True, slots=True)
class Rule:
    """What is done about some actions of an event, in words and in code; all actions where none is
    named. Without code it is left out, and the words say why."""

    words: str
    handle: Handler | None = None
    actions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """`carries` are the things whose presence tells this event from others, and `may_carry` those
    that it sometimes has: what an event is called is not signed, what it carries is."""

    carries: frozenset[str]
    rules: tuple[Rule, ...]
    may_carry: frozenset[str] = frozenset()


THINGS = frozenset(
    {
        "comment", "commits", "discussion", "forkee", "hook", "issue", "member", "pull_request",
        "release", "repositories_added", "repository", "review", "team",
    }
)  # fmt: skip


def rule_of(event: str, action: str) -> Rule | None:
    """None for what is not in the table, which Momo has no use for."""
    rules = EVENTS[event].rules if event in EVENTS else ()
    return next((rule for rule in rules if not rule.actions or action in rule.actions), None)


def carries_its_things(event: str, payload: Mapping[str, object]) -> bool:
    if event not in EVENTS:
        return True
    known = EVENTS[event]
    return known.carries <= THINGS & payload.keys() <= known.carries | known.may_carry


def _content(content: Content) -> Handler:
    def handle(scene: Scene) -> Page:
        place = scene.place()
        return Page(readings=tuple(content(scene.payload, place, scene.at)) if place else ())

    return handle


def _thread_gone(content: Content, thing: str) -> Handler:
    """A thread goes with all that was said in it; GitHub sends no event for each of those."""

    def handle(scene: Scene) -> Page:
        page = _content(deletion(content))(scene)
        number = as_object(scene.payload.get(thing)).get("number")
        return replace(page, gone=(scene.told().thread(number),)) if page.readings else page

    return handle


def _event(carries: str, *rules: Rule, may_carry: str = "") -> Event:
    return Event(frozenset(carries.split()), rules, frozenset(may_carry.split()))


_REFS = "Branches and tags hold no text; their commits come with `push`."

EVENTS: dict[str, Event] = {
    "push": _event(
        "repository commits",
        Rule("Its commits, where they come to the default branch.", _content(contents.push)),
    ),
    "pull_request": _event(
        "repository pull_request",
        Rule("The pull request as it is now.", _content(contents.pull_request)),
    ),
    "pull_request_review": _event(
        "repository pull_request review",
        Rule("The review as it is now.", _content(contents.review)),
    ),
    "pull_request_review_comment": _event(
        "repository pull_request comment",
        Rule("The comment is gone.", _content(deletion(contents.remark)), ("deleted",)),
        Rule("The comment as it is now.", _content(contents.remark)),
    ),
    "issues": _event(
        "repository issue",
        Rule(
            "The issue and its comments are gone.", _thread_gone(contents.issue, "issue"),
            ("deleted", "transferred"),
        ),
        Rule("The issue as it is now.", _content(contents.issue)),
    ),
    "issue_comment": _event(
        "repository issue comment",
        Rule("The comment is gone.", _content(deletion(contents.comment)), ("deleted",)),
        Rule("The comment as it is now.", _content(contents.comment)),
    ),
    "discussion": _event(
        "repository discussion",
        Rule(
            "The discussion and its comments are gone.",
            _thread_gone(contents.discussion, "discussion"), ("deleted", "transferred"),
        ),
        Rule("The discussion as it is now, and its answer.", _content(contents.discussion)),
    ),
    "discussion_comment": _event(
        "repository discussion comment",
        Rule("The comment is gone.", _content(deletion(contents.discussion_comment)), ("deleted",)),
        Rule("The comment as it is now.", _content(contents.discussion_comment)),
    ),
    "release": _event(
        "repository release",
        Rule(
            "The notes are gone.", _content(deletion(contents.release)), ("deleted", "unpublished")
        ),
        Rule("The notes as they are now; drafts wait.", _content(contents.release)),
    ),
    "commit_comment": _event(
        "repository comment", Rule("The comment.", _content(contents.commit_comment))
    ),
    "repository": _event(
        "repository",
        Rule("At once only those with access see it.", installations.privatized, ("privatized",)),
        Rule("It is read again, for the whole team.", installations.publicized, ("publicized",)),
        Rule("It is read.", installations.came_here, ("transferred",)),
        Rule("All that it held is gone.", installations.deleted, ("deleted",)),
        Rule("Ids hold, GitHub forwards old links; what is read next has the new name.",
             installations.renamed, ("renamed",)),
        Rule("There is nothing in it yet.", None, ("created",)),
        Rule("No text changes by it; a new default branch comes with `push`.", None),
    ),
    "public": _event("repository", Rule("`repository` `publicized` says the same.", None)),
    "member": _event(
        "repository member", Rule("Who may see the repository.", installations.members_changed)
    ),
    "membership": _event(
        "member team", Rule("Who may see the team's repositories.", installations.teams_changed)
    ),
    "team": _event(
        "team", Rule("Who may see its repositories.", installations.teams_changed),
        may_carry="repository",
    ),
    "team_add": _event(
        "repository team", Rule("Who may see the repository.", installations.teams_changed)
    ),
    "organization": _event(
        "",
        Rule("The connection is called so.", installations.account_renamed, ("renamed",)),
        Rule("Who may see its repositories.", installations.teams_changed),
    ),
    "installation": _event(
        "",
        Rule(
            "The connection waits, and says what to do.", installations.stopped,
            ("deleted", "suspend"),
        ),
        Rule("The connection goes on.", installations.resumed, ("unsuspend",)),
        Rule("What was closed before is read.", installations.resumed,
             ("new_permissions_accepted",)),
        Rule("Who installed the app is on the way back to Momo, which connects it.", None,
             ("created",)),
    ),
    "installation_repositories": _event(
        "repositories_added",
        Rule("They are read.", installations.repositories_added, ("added",)),
        Rule("What was collected stays; of private ones nobody sees it.",
             installations.repositories_removed, ("removed",)),
    ),
    "create": _event("repository", Rule(_REFS)),
    "delete": _event("repository", Rule(_REFS)),
    "fork": _event("repository forkee", Rule("A copy of what is there already.")),
    "ping": _event("hook", Rule("A test of the address.")),
}  # fmt: skip
