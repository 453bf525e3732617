"""GitHub, through a GitHub App that is installed where the team's repositories are."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from connectors.contract import Refusal
from connectors.files.json_input import as_object, as_text, objects
from connectors.files.times import from_iso
from connectors.github import oauth, sweep, webhook
from connectors.github.client import Client, UserClient, drop_token
from connectors.github.events import rule_of
from connectors.github.installations import Scene
from connectors.github.place import Place, place_of
from connectors.github.places import with_members
from connectors.github.tuning import (
    HORIZON,
    MAX_DELIVERY_BYTES,
    OVERLAP,
    PAGE_SIZE,
    POLL_EVERY,
    REPOSITORIES_A_CALL,
    SPARE_REQUESTS,
)
from connectors.live.app import App, AppSetting
from connectors.live.contract import (
    Ability,
    AuthorizationRequest,
    Choice,
    Connected,
    Cursor,
    Incoming,
    Page,
    Purpose,
    Verified,
)
from connectors.live.errors import Forbidden, Refused
from connectors.live.inert import Inert
from connectors.live.session import Session
from momo.platform.tenancy.visibility import Visibility


class GithubConnector(Inert):
    """Webhooks tell of changes at once; an hourly poll finds those that were lost."""

    kind = "github"
    source = "github"
    title = "GitHub"
    abilities = Ability.POLLS | Ability.RECEIVES | Ability.REFRESHES_ACL | Ability.OFFERS_CHOICES
    default_visibility = Visibility.SHARED
    poll_every = POLL_EVERY
    max_delivery_bytes = MAX_DELIVERY_BYTES
    app_settings = (
        AppSetting("app_id", "the app's number, from its settings page at GitHub"),
        AppSetting("slug", "the app's name in its address, github.com/apps/<slug>"),
        AppSetting("client_id", "the app's client id"),
        AppSetting("client_secret", "a client secret of the app", secret=True),
        AppSetting("private_key", "a private key of the app, PEM, line ends as \\n", secret=True),
        AppSetting(
            "webhook_secret", "the webhook's secret; two, with a comma, while it changes",
            secret=True,
        ),
        AppSetting("api_url", "where the API is", default="https://api.github.com"),
        AppSetting("web_url", "where people go", default="https://github.com"),
    )  # fmt: skip
    scopes = (
        ("metadata:read", "which repositories there are, and who may see the private ones"),
        ("contents:read", "commit messages and release notes"),
        ("issues:read", "issues and their comments"),
        ("pull_requests:read", "pull requests, reviews and comments"),
        ("discussions:read", "discussions and their answers"),
        ("members:read", "who is in the organization and its teams, to keep access in step"),
    )

    def authorization_url(self, app: App, request: AuthorizationRequest) -> str:
        return oauth.authorization_url(app, request)

    def authorize(
        self, app: App, request: AuthorizationRequest, answer: Mapping[str, str]
    ) -> Connected:
        """Raises errors.Refused, errors.SourceError."""
        code, now = oauth.code_of(answer), datetime.now(UTC).timestamp()
        is_link = request.purpose is Purpose.LINK
        installation_id = answer.get("installation_id", "")
        if not is_link and not (installation_id.isascii() and installation_id.isdecimal()):
            raise Refused("GitHub names no installation. Start connecting GitHub again.")
        # The page that installs an app takes no challenge, so there is nothing to verify there.
        user = UserClient(app, code, request.code_verifier if is_link else None, now)
        try:
            if is_link:
                return oauth.linked(user)
            return oauth.connected(app, user, installation_id, now)
        finally:
            oauth.give_back(user)

    def revoke(self, session: Session) -> None:
        """Ends the token. The app stays installed: another team may be connected by it."""
        drop_token(session)

    def choices(self, session: Session) -> Iterable[Choice]:
        client, page = Client(session), 1
        while True:
            places, more = _repositories(client, page, PAGE_SIZE)
            for place in places:
                known = _known(client, session, place) if place.audience else place
                yield Choice(place.id, place.name, "repository", (known or place).audience)
            if not more:
                return
            page += 1

    def backfill(self, session: Session, cursor: Cursor | None) -> Page:
        client = Client(session, spare=SPARE_REQUESTS)
        state = cursor or sweep.begin(session.now() - HORIZON)
        return sweep.step(client, session, state)

    def poll(self, session: Session, cursor: Cursor | None) -> Page:
        """Reads what changed since the last poll began."""
        now = session.now().isoformat()
        if cursor is None:
            return Page(cursor={"since": now})
        since = from_iso(as_text(cursor.get("since"))) or session.now() - HORIZON
        state = cursor.get("sweep") or sweep.begin(since - OVERLAP)
        began = as_text(cursor.get("began")) or now
        page = sweep.step(Client(session), session, state)
        if page.cursor is None:
            return replace(page, cursor={"since": began})
        held = {"since": as_text(cursor.get("since")), "began": began, "sweep": page.cursor}
        return replace(page, cursor=held, more=True)

    def verify(self, app: App, headers: Mapping[str, str], body: bytes, now: datetime) -> Verified:
        return webhook.verify(app, headers, body, now)

    def receive(self, session: Session, incoming: Incoming) -> Page:
        event, _, action = incoming.event.partition(".")
        rule = rule_of(event, action)
        if rule is None or rule.handle is None:
            return Page()
        scene = Scene(session, webhook.read(incoming.body), incoming.at)
        try:
            return rule.handle(scene)
        except Forbidden:
            told = "GitHub does not let Momo see who may read this repository"
            return Page(readings=(Refusal(scene.told().label, told),))

    def refresh_acl(self, session: Session, cursor: Cursor | None) -> Page:
        """The members of the private repositories, some repositories at a time."""
        number = (cursor or {}).get("page", 1)
        client = Client(session)
        places, more = _repositories(client, number, REPOSITORIES_A_CALL)
        # Chosen or not, since what was collected before stays. What was public then is closed here
        # where no event told that it is not any more.
        private = [place for place in places if place.audience]
        known = [place for each in private if (place := _known(client, session, each))]
        closed = {place.prefix: place.audience for place in known if place.audience}
        cursor = {"page": number + 1} if more else None
        return Page(audiences=tuple(closed.values()), closed=closed, cursor=cursor, more=more)


github = GithubConnector()


def _repositories(client: Client, page: int, size: int) -> tuple[list[Place], bool]:
    answer = client.get("/installation/repositories", per_page=size, page=page)
    listed = objects(as_object(answer.body).get("repositories"))
    return [place for each in listed if (place := place_of(each))], answer.more


def _known(client: Client, session: Session, place: Place) -> Place | None:
    """A private repository with its members; None where they cannot be listed."""
    try:
        return with_members(client, session, place)
    except Forbidden:
        return None
