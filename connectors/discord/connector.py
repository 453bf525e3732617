"""A Discord server, read by Momo's bot."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta

from connectors.discord import events, history, oauth, readers, signed
from connectors.discord.client import Rest
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
from momo.platform.tenancy.visibility import Visibility


class DiscordConnector(Inert):
    """Reads the channels, threads and forums that were chosen, as far as the bot may."""

    kind = "discord"
    source = "discord"
    title = "Discord"
    abilities = Ability.POLLS | Ability.RECEIVES | Ability.REFRESHES_ACL | Ability.OFFERS_CHOICES
    default_visibility = Visibility.SHARED
    poll_every = timedelta(minutes=10)
    max_delivery_bytes = 1024 * 1024
    app_settings = (
        AppSetting("client_id", "the application's id"),
        AppSetting("client_secret", "the application's OAuth2 client secret", secret=True),
        AppSetting("bot_token", "the bot's token", secret=True),
        AppSetting("public_key", "the application's public key; several with commas between", ""),
        AppSetting("api_url", "where the API is", "https://discord.com/api/v10"),
        AppSetting("web_url", "where the consent page is", "https://discord.com"),
        AppSetting("gateway_url", "where the gateway is", "wss://gateway.discord.gg/"),
    )
    scopes = (
        ("bot", "adds Momo's bot, which may read channels, voice ones too, and no more"),
        ("identify", "tells who connects, or who links their account: an id and a name"),
        ("applications.commands", "lets an operator add commands later; Momo has none yet"),
    )

    def authorization_url(self, app: App, request: AuthorizationRequest) -> str:
        return oauth.authorization_url(app, request)

    def authorize(
        self, app: App, request: AuthorizationRequest, answer: Mapping[str, str]
    ) -> Connected:
        return oauth.authorize(app, request, answer)

    def revoke(self, session: Session) -> None:
        """Leave the server: the bot has no credentials of its own there."""
        with suppress(Forbidden, Revoked):
            rest = Rest(session.app, session.limiter)
            rest.delete(f"/users/@me/guilds/{session.account_id}")

    def choices(self, session: Session) -> Iterable[Choice]:
        return readers.choices(session)

    def backfill(self, session: Session, cursor: Cursor | None) -> Page:
        return history.backfill(session, cursor)

    def poll(self, session: Session, cursor: Cursor | None) -> Page:
        return history.poll(session, cursor)

    def verify(self, app: App, headers: Mapping[str, str], body: bytes, now: datetime) -> Verified:
        return signed.verify(app, headers, body, now)

    def receive(self, session: Session, incoming: Incoming) -> Page:
        return events.receive(session, incoming)

    def refresh_acl(self, session: Session, cursor: Cursor | None) -> Page:
        return readers.refresh(session, cursor)


discord = DiscordConnector()
