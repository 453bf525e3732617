"""What the digest endpoints take and give."""

from typing import Any
from zoneinfo import available_timezones

from rest_framework import serializers

from lifecycle.digests import tuning, wording
from lifecycle.digests.contents import Digest, Part
from lifecycle.digests.models import DIGEST_STATES, DigestRun, DigestSubscription
from lifecycle.digests.subscriptions import is_for_team
from lifecycle.scheduling.slots import LAST_MONTH_DAY, Cadence
from momo.platform.rest.pagination import PageQuery
from momo.platform.rest.serializers import StrictSerializer

PERIODS = [each.value for each in Cadence]
READERS = ["me", "team"]
RENDERINGS = ["json", "text", "html", "slack"]
PARTS = [part.value for part in Part]


class PreviewQuery(StrictSerializer):
    period = serializers.ChoiceField(PERIODS, default=Cadence.WEEK.value)
    reader = serializers.ChoiceField(
        READERS, default="me", help_text="What you may see, or what the team shares."
    )
    before = serializers.DateField(
        required=False, help_text="The day on which it is told; today unless given."
    )
    rendering = serializers.ChoiceField(
        RENDERINGS, default="json", help_text="How it reads besides: see `rendered`."
    )


class LinkedItem(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    title = serializers.CharField()
    url = serializers.CharField()


class DigestEntry(serializers.Serializer[Any]):
    """`about` is a decision, `now` what took its place. `day` is when it was said or is due, and
    `days` how long it is open, late, or until it is due."""

    about = LinkedItem()
    now = LinkedItem(allow_null=True)
    day = serializers.DateField()
    people = serializers.ListField(child=serializers.CharField())
    where = serializers.CharField()
    reason = serializers.CharField()
    yours = serializers.BooleanField()
    days = serializers.IntegerField()
    times = serializers.IntegerField()
    in_all = serializers.IntegerField()
    recurring = serializers.BooleanField()


class DigestSection(serializers.Serializer[Any]):
    """`total` is how many there are; the first of them are listed."""

    part = serializers.ChoiceField(PARTS)
    title = serializers.SerializerMethodField()
    total = serializers.IntegerField()
    entries = DigestEntry(many=True)

    def get_title(self, section: Any) -> str:
        return wording.TITLES[section.part]


class RenderedDigest(serializers.Serializer[Any]):
    """`body` is text or HTML, `blocks` are Slack's."""

    subject = serializers.CharField()
    body = serializers.CharField()
    blocks = serializers.ListField(child=serializers.DictField())


class DigestDetail(serializers.Serializer[Any]):
    """What a digest of a period says. `is_news` is false where it would not be sent."""

    team = serializers.CharField()
    reader = serializers.CharField()
    cadence = serializers.ChoiceField(PERIODS, source="period.cadence.value")
    first_day = serializers.DateField(source="period.first")
    last_day = serializers.DateField(source="period.last")
    time_zone = serializers.CharField(source="period.zone.key")
    is_news = serializers.BooleanField()
    sections = DigestSection(many=True)
    rendered = RenderedDigest(required=False, allow_null=True)


def digest_json(digest: Digest, **rendered: Any) -> dict[str, Any]:
    """A digest as the API gives it."""
    shown = {"subject": wording.subject(digest), "body": "", "blocks": [], **rendered}
    return {
        **DigestDetail(digest).data,
        "rendered": RenderedDigest(shown).data if rendered else None,
    }


class DigestQuery(PageQuery):
    subscription = serializers.UUIDField(required=False)


class DigestItem(serializers.ModelSerializer[DigestRun]):
    """One period of a subscription: what it held, and whether it was sent. `parked` waits for a
    person: `error` says why."""

    cadence = serializers.ChoiceField(PERIODS)
    state = serializers.ChoiceField(DIGEST_STATES)
    counts = serializers.DictField(child=serializers.IntegerField())

    class Meta:
        model = DigestRun
        fields = [
            "id", "subscription_id", "cadence", "first_day", "last_day", "state", "counts",
            "error", "created_at", "sent_at",
        ]  # fmt: skip


class SubscriptionChange(StrictSerializer):
    """A person's digest goes to their own address; a team's to `addresses` and a Slack channel."""

    cadence = serializers.ChoiceField(PERIODS, required=False)
    hour = serializers.IntegerField(min_value=0, max_value=23, required=False)
    weekday = serializers.IntegerField(
        min_value=0, max_value=6, required=False, help_text="Of weekly ones; 0 is Monday."
    )
    month_day = serializers.IntegerField(
        min_value=1, max_value=LAST_MONTH_DAY, required=False, help_text="Of monthly ones."
    )
    time_zone = serializers.CharField(
        max_length=60, required=False, allow_blank=True, help_text="Empty: the team's."
    )
    by_mail = serializers.BooleanField(required=False)
    addresses = serializers.ListField(
        child=serializers.EmailField(max_length=254), required=False,
        max_length=tuning.MAX_ADDRESSES, help_text="Of a team's digest.",
    )  # fmt: skip
    slack_webhook = serializers.CharField(
        max_length=500, required=False, allow_blank=True,
        help_text="A channel's incoming webhook, for a team's digest. Never shown again.",
    )  # fmt: skip
    active = serializers.BooleanField(required=False)

    def validate_time_zone(self, value: str) -> str:
        if value and value not in available_timezones():
            raise serializers.ValidationError("Not a time zone's name, such as Europe/Paris.")
        return value

    def validate_slack_webhook(self, value: str) -> str:
        if value and not value.startswith(tuning.SLACK_WEBHOOKS):
            known = " or ".join(tuning.SLACK_WEBHOOKS)
            raise serializers.ValidationError(f"An incoming webhook begins with {known}.")
        return value


class SubscriptionBody(SubscriptionChange):
    reader = serializers.ChoiceField(
        READERS, default="me", help_text="Whose digest: yours, or the team's (for admins)."
    )


class SubscriptionItem(serializers.ModelSerializer[DigestSubscription]):
    reader = serializers.SerializerMethodField()
    cadence = serializers.ChoiceField(PERIODS)
    slack = serializers.SerializerMethodField(help_text="Whether it goes to a Slack channel.")

    class Meta:
        model = DigestSubscription
        fields = [
            "id", "reader", "cadence", "hour", "weekday", "month_day", "time_zone", "by_mail",
            "addresses", "slack", "active", "created_at",
        ]  # fmt: skip

    def get_reader(self, row: DigestSubscription) -> str:
        return "team" if is_for_team(row) else "me"

    def get_slack(self, row: DigestSubscription) -> bool:
        return row.sealed_webhook is not None
