"""What every test stands on: real Postgres and Redis, and four people in two teams."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
SHARED_DATA = CHECKOUT.parent / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real data kept outside the repository."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"needs the shared data at {SHARED_DATA}")
    return SHARED_DATA


@pytest.fixture(scope="session")
def services() -> Iterator[None]:
    """Embedded Postgres and Redis, unless the environment names real ones."""
    from django.conf import settings

    from momo.platform.embedded import Services

    with Services(settings.DATA_DIR, settings.URLS).session():
        yield


@pytest.fixture(scope="session")
def django_db_setup(services: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    """A database of this worker's own, copied from a migrated template."""
    from tests.databases import TestDatabase

    with django_db_blocker.unblock(), TestDatabase.of_this_worker():  # type: ignore[attr-defined]
        yield


@pytest.fixture
def committed(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    """Database access with real commits, for tests that use several connections or processes."""
    with _committing(django_db_blocker):
        yield


@contextmanager
def _committing(django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    from tests.databases import empty_all_tables

    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        try:
            yield
        finally:
            empty_all_tables()


@dataclass(frozen=True)
class World:
    """A team with an owner, a teammate and a private person, and a stranger in another team.

    Each of the first three is a member of `team`; `stranger` owns `other_team`.
    """

    team: "TeamOf"  # noqa: F821
    other_team: "TeamOf"  # noqa: F821
    owner: "User"  # noqa: F821
    teammate: "User"  # noqa: F821
    private_owner: "User"  # noqa: F821
    stranger: "User"  # noqa: F821

    def scope(self, who: str) -> "Scope":  # noqa: F821
        from momo.platform.tenancy.context import Scope

        team = self.other_team if who == "stranger" else self.team
        return Scope(team.id, getattr(self, who).id)

    def acting_as(self, who: str):
        from momo.platform.tenancy.context import acting_as

        scope = self.scope(who)
        return acting_as(scope.team_id, scope.principal_id)


def make_world() -> World:
    from momo.platform.accounts import services as accounts
    from momo.platform.tenancy.context import acting_as

    def person(name: str):
        return accounts.create_user(
            email=f"{name}@momo.example", password="correct horse battery", name=name.title()
        )

    owner, stranger = person("owner"), person("stranger")
    team = accounts.create_team(owner=owner, name="Lighthouse")
    other_team = accounts.create_team(owner=stranger, name="Elsewhere")
    members = []
    for name in ("teammate", "private.owner"):
        member = person(name)
        with acting_as(team.id, owner.id):
            token = accounts.invite(email=member.email)
        accounts.accept_invitation(user=member, token=token)
        members.append(member)
    return World(team, other_team, owner, *members, stranger)


@pytest.fixture
def world(db: None) -> World:
    """The four people, in a transaction that is rolled back."""
    return make_world()


@pytest.fixture
def committed_world(committed: None) -> World:
    """The four people, committed, for tests with several connections or processes."""
    return make_world()


@pytest.fixture(scope="module")
def lasting_world(
    django_db_setup: None, django_db_blocker: pytest.FixtureRequest
) -> Iterator[World]:
    """The four people, committed, for all tests of a module that only read."""
    with _committing(django_db_blocker):
        yield make_world()
