"""What the endpoints of outgoing webhooks take and give."""

from typing import Any

from rest_framework import serializers

from lifecycle.hooks.events import EVENTS, MEANING
from lifecycle.hooks.models import DELIVERY_STATES, WebhookDelivery, WebhookEndpoint
from momo.platform.rest.pagination import PageQuery
from momo.platform.rest.serializers import StrictSerializer

WEBHOOK_EVENTS = EVENTS
WEBHOOK_DELIVERY_STATES = DELIVERY_STATES
_EVENTS_HELP = " ".join(f"`{event}`: {meaning}" for event, meaning in MEANING.items())


def _events(**options: Any) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.ChoiceField(WEBHOOK_EVENTS), min_length=1, max_length=len(EVENTS),
        help_text=_EVENTS_HELP, **options,
    )  # fmt: skip


class _Fields(StrictSerializer):
    def validate_events(self, value: list[str]) -> list[str]:
        return [event for event in EVENTS if event in value]


class EndpointBody(_Fields):
    """Where a team's events go. The address begins with https://, and is public."""

    url = serializers.CharField(max_length=2000)
    description = serializers.CharField(max_length=200, default="", allow_blank=True)
    events = _events()


class EndpointChange(_Fields):
    url = serializers.CharField(max_length=2000, required=False)
    description = serializers.CharField(max_length=200, required=False, allow_blank=True)
    events = _events(required=False)
    active = serializers.BooleanField(required=False)


class EndpointItem(serializers.ModelSerializer[WebhookEndpoint]):
    """`problem` says why it was switched off, where nobody did; `failing_since` is null while what
    is sent is taken; until `old_secret_until` the secret before signs, too."""

    class Meta:
        model = WebhookEndpoint
        fields = [
            "id", "url", "description", "events", "active", "problem", "failing_since",
            "old_secret_until", "created_by", "created_at",
        ]  # fmt: skip


class EndpointSecret(EndpointItem):
    """`secret` is shown this once."""

    secret = serializers.CharField()

    class Meta(EndpointItem.Meta):
        fields = [*EndpointItem.Meta.fields, "secret"]


class WebhookDeliveryQuery(PageQuery):
    state = serializers.ChoiceField(WEBHOOK_DELIVERY_STATES, required=False)


class WebhookDeliveryItem(serializers.ModelSerializer[WebhookDelivery]):
    """`status` is the HTTP status of the last answer, null where none came; `due_at` is when it is
    tried next; `withdrawn`: by the time it was to be sent, it was not shared any more, or gone."""

    class Meta:
        model = WebhookDelivery
        fields = [
            "id", "event", "message_id", "subject_id", "occurred_at", "state", "attempts", "due_at",
            "status", "error", "created_at", "attempted_at",
        ]  # fmt: skip
