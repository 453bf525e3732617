"""What happens to repositories and to the installation at the fake service."""

import secrets
from dataclasses import dataclass, field

from connectors.github.fake import shapes
from connectors.github.fake.shapes import Json
from connectors.github.fake.state import Repository
from connectors.github.fake.verbs import DEFAULT_REPOSITORY, Verbs, short

PERMISSIONS = {
    "metadata": "read", "contents": "read", "issues": "read", "pull_requests": "read",
    "discussions": "read", "members": "read",
}  # fmt: skip


@dataclass
class Installation:
    """The app, as it is installed at the account; `id` is 0 where it is not."""

    id: int = 0
    suspended_at: str | None = None
    tokens: set[str] = field(default_factory=set)

    def new_token(self) -> str:
        token = f"ghs_{secrets.token_hex(18)}"
        self.tokens.add(token)
        return token


class PlaceVerbs(Verbs):
    installation: Installation

    def installed(self) -> Json:
        """The installation as the API and its own events tell it."""
        account = shapes.shown(self.state.person(self.account))
        return {
            "id": self.installation.id, "account": account, "repository_selection": "selected",
            "target_type": account["type"], "permissions": PERMISSIONS,
            "suspended_at": self.installation.suspended_at,
        }  # fmt: skip

    def do_add_collaborator(self, who: str, repository: str = DEFAULT_REPOSITORY) -> None:
        found, person = self.state.repository(repository), self.state.person(who)
        found.members.append(who)
        self.send("member", {"action": "added", "member": shapes.shown(person)}, found)

    def do_remove_collaborator(self, who: str, repository: str = DEFAULT_REPOSITORY) -> None:
        found, person = self.state.repository(repository), self.state.person(who)
        found.members.remove(who)
        self.send("member", {"action": "removed", "member": shapes.shown(person)}, found)

    def do_rename_repository(self, to: str, repository: str = DEFAULT_REPOSITORY) -> None:
        found = self.state.repository(repository)
        self._move(found, self.account, to)
        changes = {"repository": {"name": {"from": repository}}}
        self.send("repository", {"action": "renamed", "changes": changes}, found)

    def do_transfer_repository(self, to: str, repository: str = DEFAULT_REPOSITORY) -> None:
        """Give it to another account, where the app is not installed."""
        found = self.state.repository(repository)
        found.selected = False
        self.send(
            "installation_repositories",
            {"action": "removed", "repositories_added": [], "repositories_removed": [short(found)]},
        )
        self._move(found, to, repository)

    def do_privatize(self, repository: str = DEFAULT_REPOSITORY) -> None:
        found = self.state.repository(repository)
        found.facts.update(private=True, visibility="private")
        self.send("repository", {"action": "privatized"}, found)

    def do_publicize(self, repository: str = DEFAULT_REPOSITORY) -> None:
        found = self.state.repository(repository)
        found.facts.update(private=False, visibility="public")
        self.send("repository", {"action": "publicized"}, found)

    def do_uninstall(self) -> None:
        told = self.installed()
        self.installation.id = 0
        self.installation.tokens.clear()
        self.send("installation", {"action": "deleted", "installation": told, "repositories": []})

    def do_suspend(self) -> None:
        self.installation.suspended_at = self.state.now()
        self.send("installation", {"action": "suspend", "installation": self.installed()})

    def do_unsuspend(self) -> None:
        self.installation.suspended_at = None
        self.send("installation", {"action": "unsuspend", "installation": self.installed()})

    def do_revoke_token(self) -> None:
        self.installation.tokens.clear()

    def _move(self, found: Repository, owner: str, name: str) -> None:
        person, at = self.state.person(owner), self.state.now()
        found.facts.update(
            name=name, full_name=f"{owner}/{name}", owner=shapes.shown(person), updated_at=at,
            html_url=f"{self.state.web}/{owner}/{name}",
        )  # fmt: skip
