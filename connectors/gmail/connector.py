"""Gmail: one person's mailbox, private unless they say otherwise."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from connectors.contract import Person
from connectors.gmail import daily, oauth, onboarding
from connectors.gmail.client import Gmail
from connectors.gmail.mapping import OWN_LABELS, read_label_names
from connectors.gmail.oidc import check_token
from connectors.gmail.push import read_notice
from connectors.gmail.tuning import (
    MAX_DELIVERY_BYTES,
    POLL_EVERY,
    RENEW_EVERY,
    UNITS_A_MINUTE,
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
    Task,
    Verified,
)
from connectors.live.errors import Forged, Refused, SourceError
from connectors.live.inert import Inert
from connectors.live.session import Session
from momo.platform.tenancy.visibility import Visibility


class GmailConnector(Inert):
    """Reads a mailbox through the Gmail API."""

    kind = "gmail"
    source = "gmail"
    title = "Gmail"
    abilities = Ability.POLLS | Ability.RECEIVES | Ability.RENEWS | Ability.OFFERS_CHOICES
    default_visibility = Visibility.PRIVATE
    app_settings = (
        AppSetting("client_id", "Client id of the OAuth app at Google."),
        AppSetting(
            "client_secret", "Its secret; while it is rotated two, newest first.", secret=True
        ),
        AppSetting("topic", "Pub/Sub topic for changes: projects/<project>/topics/<name>.", ""),
        AppSetting("push_audience", "Audience of the push subscription's token.", ""),
        AppSetting("push_account", "Service account that signs the push subscription's token.", ""),
        AppSetting(
            "units_per_minute", "Quota units a minute for each mailbox.", str(UNITS_A_MINUTE)
        ),
        AppSetting("api_url", "The Gmail API.", "https://gmail.googleapis.com"),
        AppSetting(
            "auth_url", "Google's consent page.", "https://accounts.google.com/o/oauth2/v2/auth"
        ),
        AppSetting("token_url", "Where tokens come from.", "https://oauth2.googleapis.com/token"),
        AppSetting("revoke_url", "Where tokens go back.", "https://oauth2.googleapis.com/revoke"),
        AppSetting(
            "keys_url", "Google's public keys.", "https://www.googleapis.com/oauth2/v3/certs"
        ),
    )
    scopes = (
        (oauth.READ_MAIL, "Reads mail. Nothing is sent, changed or deleted."),
        ("openid", "Says who connects the mailbox."),
        ("email", "Says which address it is."),
    )
    poll_every = POLL_EVERY
    max_delivery_bytes = MAX_DELIVERY_BYTES

    def authorization_url(self, app: App, request: AuthorizationRequest) -> str:
        return oauth.consent_url(app, request)

    def authorize(
        self, app: App, request: AuthorizationRequest, answer: Mapping[str, str]
    ) -> Connected:
        """Raises Refused, Unavailable."""
        now = datetime.now(UTC)
        tokens = oauth.exchange(app, request, answer, now)
        if not tokens.email:
            raise Refused("Google did not say which address this is: start connecting Gmail again.")
        if request.purpose is Purpose.CONNECT:
            if oauth.READ_MAIL not in tokens.scopes:
                raise Refused("Momo was not allowed to read mail: start again, and tick that box.")
            if not tokens.refresh:
                raise Refused(
                    "Google gave access for an hour only. Remove Momo at"
                    " myaccount.google.com/permissions, then start again."
                )
            mailbox = oauth.mailbox_of(app, tokens, now)
        else:
            mailbox = tokens.email
        return Connected(
            account_id=mailbox,
            account_name=mailbox,
            credentials=tokens.credentials(),
            scopes=tokens.scopes,
            identity=Person(email=tokens.email, handle=tokens.email),
        )

    def revoke(self, session: Session) -> None:
        if session.app["topic"]:
            with suppress(SourceError), Gmail(session) as gmail:
                gmail.stop()
        kept = session.credentials
        token = kept.get("refresh_token") or kept.get("access_token", "")
        oauth.give_back(session.app, token, session.now())

    def choices(self, session: Session) -> Iterable[Choice]:
        """Labels: a mail with one of those that are chosen is collected."""
        with Gmail(session) as gmail:
            made = read_label_names(gmail.labels())
        for label_id, name in {**OWN_LABELS, **made}.items():
            yield Choice(label_id, name, "label")

    def backfill(self, session: Session, cursor: Cursor | None) -> Page:
        return onboarding.onboard(session, cursor)

    def poll(self, session: Session, cursor: Cursor | None) -> Page:
        return daily.poll(session, cursor)

    def verify(self, app: App, headers: Mapping[str, str], body: bytes, now: datetime) -> Verified:
        audiences, senders = app.each("push_audience"), app.each("push_account")
        if not audiences or not senders:
            raise Forged("No push subscription is set up.")
        check_token(
            headers.get("authorization", ""),
            audiences=audiences,
            senders=senders,
            keys_url=app["keys_url"],
            now=now,
        )
        notice = read_notice(body)
        incoming = Incoming(notice.address, notice.message_id, "mailbox changed", b"", now)
        return Verified(incoming=(incoming,))

    def receive(self, session: Session, incoming: Incoming) -> Page:
        """What changed is in the history, which polling reads."""
        return Page(then=frozenset({Task.POLL}))

    def renew(self, session: Session) -> timedelta:
        """Have changes told for another 7 days, where there is a topic. Raises SourceError."""
        if session.app["topic"]:
            with Gmail(session) as gmail:
                gmail.watch(session.app["topic"])
        return RENEW_EVERY


gmail = GmailConnector()
