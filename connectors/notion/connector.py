"""Notion, connected to: pages, rows of databases and comments of one workspace."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

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
from connectors.live.inert import Inert
from connectors.live.session import Session
from connectors.notion import changes, events, history, oauth, webhook
from connectors.notion.client import exchange, give_back
from momo.platform.tenancy.visibility import Visibility


class NotionConnector(Inert):
    """Reads what people shared with the connection. Notion does not tell who may see a page, so
    all of it has the visibility of the integration."""

    kind = "notion"
    source = "notion"
    title = "Notion"
    abilities = Ability.POLLS | Ability.RECEIVES | Ability.OFFERS_CHOICES
    default_visibility = Visibility.SHARED
    poll_every = timedelta(minutes=5)
    max_delivery_bytes = webhook.MAX_BODY_BYTES
    app_settings = (
        AppSetting("client_id", "OAuth client ID of the connection"),
        AppSetting("client_secret", "OAuth client secret of the connection", secret=True),
        AppSetting(
            "webhook_token",
            "Verification tokens of the webhook subscription, newest first; without one no"
            " deliveries are taken",
            default="",
            secret=True,
        ),
        AppSetting(
            "inline_comments",
            "How many blocks of a page are asked for comments when the page is read; each one"
            " is a request",
            default="10",
        ),
        AppSetting("api_url", "Where Notion's API is", default="https://api.notion.com"),
    )
    scopes = (
        ("Read content", "to collect pages and databases"),
        ("Read comments", "to collect the discussions on pages"),
        (
            "Read user information including email addresses",
            "to say who wrote and decided something",
        ),
    )

    def authorization_url(self, app: App, request: AuthorizationRequest) -> str:
        return oauth.authorization_url(app, request)

    def authorize(
        self, app: App, request: AuthorizationRequest, answer: Mapping[str, str]
    ) -> Connected:
        code = oauth.code_of(request, answer)
        return oauth.connected(exchange(app, code, request.redirect_uri))

    def revoke(self, session: Session) -> None:
        give_back(session)

    def choices(self, session: Session) -> Iterable[Choice]:
        return history.choices(session)

    def backfill(self, session: Session, cursor: Cursor | None) -> Page:
        return history.backfill(session, cursor)

    def poll(self, session: Session, cursor: Cursor | None) -> Page:
        return changes.poll(session, cursor)

    def verify(self, app: App, headers: Mapping[str, str], body: bytes, now: datetime) -> Verified:
        return webhook.verify(app, headers, body, now)

    def receive(self, session: Session, incoming: Incoming) -> Page:
        return events.receive(session, incoming)


notion = NotionConnector()
