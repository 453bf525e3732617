"""Slack: a workspace's channels, as they were and as they go on."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from connectors.live.app import App, AppSetting
from connectors.live.contract import (
    Ability,
    AuthorizationRequest,
    Choice,
    Connected,
    Cursor,
    Incoming,
    Page,
    Verified,
)
from connectors.live.errors import Forbidden, Revoked
from connectors.live.inert import Inert
from connectors.live.session import Session
from connectors.slack import events, oauth, reading, verification
from connectors.slack.client import SlackClient
from connectors.slack.directory import PRIVATE, PUBLIC, Directory
from connectors.slack.tuning import ACL_CHANNELS, POLL_EVERY


class SlackConnector(Inert):
    """Told of messages by Slack's Events API; reads history, and looks for what no event told."""

    kind = "slack"
    source = "slack"
    title = "Slack"
    abilities = Ability.POLLS | Ability.RECEIVES | Ability.REFRESHES_ACL | Ability.OFFERS_CHOICES
    scopes = oauth.SCOPES
    poll_every: timedelta = POLL_EVERY
    app_settings = (
        AppSetting("client_id", "The app's Client ID."),
        AppSetting("client_secret", "The app's Client Secret.", secret=True),
        AppSetting(
            "signing_secret",
            "What Slack signs deliveries with. Several, with commas between, while it changes.",
            secret=True,
        ),
        AppSetting(
            "tier",
            "How fast Slack lets the app read: `internal`, `marketplace`, or `unlisted` for an app"
            " that is sold outside Slack's Marketplace.",
            "internal",
        ),
        AppSetting(
            "join",
            "Which of the public channels it collects Momo joins by itself: `all`, `chosen` (only"
            " where somebody chose channels) or `none`.",
            "chosen",
        ),
        AppSetting("api_url", "Where Slack's Web API is.", "https://slack.com/api/"),
        AppSetting(
            "authorize_url", "Slack's page of consent.", "https://slack.com/oauth/v2/authorize"
        ),
        AppSetting(
            "sign_in_url",
            "Slack's page to sign in with.",
            "https://slack.com/openid/connect/authorize",
        ),
    )

    def authorization_url(self, app: App, request: AuthorizationRequest) -> str:
        return oauth.authorization_url(app, request)

    def authorize(
        self, app: App, request: AuthorizationRequest, answer: Mapping[str, str]
    ) -> Connected:
        return oauth.authorize(app, request, answer, datetime.now(UTC))

    def revoke(self, session: Session) -> None:
        """Give the token back. The app stays installed, without a member in any channel."""
        try:
            SlackClient(session).revoke()
        except (Forbidden, Revoked):
            return

    def choices(self, session: Session) -> Iterable[Choice]:
        """The channels; a private one with its members, who alone may see its name."""
        directory = Directory(session, SlackClient(session))
        for place in directory.places(f"{PUBLIC},{PRIVATE}"):
            if not place.closed and (place.joined or not place.private):
                audience = directory.audience(place) if place.private else None
                yield Choice(place.id, place.name, "channel", audience)

    def backfill(self, session: Session, cursor: Cursor | None) -> Page:
        return reading.backfill(session, cursor)

    def poll(self, session: Session, cursor: Cursor | None) -> Page:
        return reading.poll(session, cursor)

    def verify(self, app: App, headers: Mapping[str, str], body: bytes, now: datetime) -> Verified:
        return verification.verify(app, headers, body, now)

    def receive(self, session: Session, incoming: Incoming) -> Page:
        return events.receive(session, incoming)

    def refresh_acl(self, session: Session, cursor: Cursor | None) -> Page:
        """The members of some private channels; the cursor holds the others."""
        directory = Directory(session, SlackClient(session))
        if cursor is None:
            directory.forget_people()  # who was deactivated meanwhile is to be out
            places = directory.places(PRIVATE)
            ids = [each.id for each in places if each.joined]  # chosen or not: items may remain
        else:
            ids = list(cursor["channels"])
        audiences = []
        for channel_id in ids[:ACL_CHANNELS]:
            try:
                place = directory.place(channel_id)
                if place.private:  # still
                    audiences.append(directory.audience(place))
            except Forbidden:
                continue  # Momo was taken out meanwhile: the list stays as it was
        left = ids[ACL_CHANNELS:]
        # Also what was public when it was collected, where no event told that it is private now.
        closed = {f"{audience.key}:": audience for audience in audiences}
        cursor = {"channels": left} if left else None
        return Page(audiences=audiences, closed=closed, cursor=cursor)


slack = SlackConnector()
