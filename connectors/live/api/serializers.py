"""What the endpoints of live connections take and give."""

from typing import Any

from rest_framework import serializers

from connectors.live.contract import Purpose
from connectors.live.models import Connection, Delivery, LinkedIdentity, SyncTask
from connectors.registry import LIVE_CONNECTORS
from momo.platform.rest.serializers import StrictSerializer
from momo.platform.tenancy.models import VISIBILITY_CHOICES
from momo.platform.tenancy.visibility import Visibility

CONNECTION_STATES = Connection.State.choices
DELIVERY_STATES = Delivery.State.choices
PURPOSES = [purpose.value for purpose in Purpose]
CONNECTABLE_VISIBILITY = [Visibility.PRIVATE.value, Visibility.SHARED.value]
MAX_CHOSEN = 1_000  # ids in one choice; chosen


class ScopeItem(serializers.Serializer[Any]):
    """Something asked of the service, and what it is for."""

    name = serializers.CharField()
    why = serializers.CharField()


class OfferItem(serializers.Serializer[Any]):
    """A source that can be connected. `missing` names what whoever runs Momo has not set yet."""

    kind = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    title = serializers.CharField()
    how = serializers.ListField(child=serializers.CharField())
    scopes = ScopeItem(many=True)
    default_visibility = serializers.ChoiceField(VISIBILITY_CHOICES)
    who_connects = serializers.CharField(help_text="`admin` or `each_person`")
    offers_choices = serializers.BooleanField()
    receives = serializers.BooleanField()
    configured = serializers.BooleanField()
    missing = serializers.ListField(child=serializers.CharField())
    docs = serializers.CharField()
    callback = serializers.CharField(help_text="Where the service sends the browser back to.")
    webhook = serializers.CharField(help_text="Where the service sends changes to; may be empty.")


class Offers(serializers.Serializer[Any]):
    items = OfferItem(many=True)
    next = serializers.CharField(allow_null=True)


class AuthorizationBody(StrictSerializer):
    """`link` only notes who the reader is at the service. With `to_page` the way back ends in the
    web client at `/integrations/connected?kind=&outcome=&source=`, where the one who began is
    signed in; `outcome` is connected, linked, denied, unavailable or failed."""

    purpose = serializers.ChoiceField(PURPOSES, default=Purpose.CONNECT.value)
    visibility = serializers.ChoiceField(CONNECTABLE_VISIBILITY, required=False)
    to_page = serializers.BooleanField(default=False)


class AuthorizationItem(serializers.Serializer[Any]):
    """Send the person's browser to `url`."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    expires_at = serializers.DateTimeField()


class CompleteBody(StrictSerializer):
    code = serializers.CharField(max_length=40, help_text="That the page shows at the end.")


class HealthItem(serializers.Serializer[Any]):
    """How a live connection is. `next_step` says what a person must do, if anything."""

    state = serializers.ChoiceField(CONNECTION_STATES)
    problem = serializers.CharField()
    account_name = serializers.CharField()
    heard_at = serializers.DateTimeField(
        allow_null=True, help_text="When it last brought something."
    )
    next_step = serializers.CharField()


class TaskItem(serializers.ModelSerializer[SyncTask]):
    """Something that is done for a connection again and again; `due_at` null: when it is called
    for."""

    class Meta:
        model = SyncTask
        fields = ["task", "due_at", "ran_at", "failures", "error"]


class ChosenBody(StrictSerializer):
    """What is collected from now on; null: all."""

    ids = serializers.ListField(
        child=serializers.CharField(max_length=200), max_length=MAX_CHOSEN, allow_null=True
    )


class ChoiceItem(serializers.Serializer[Any]):
    """Something that can be collected or not. A private one is named to its members only."""

    id = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()
    private = serializers.BooleanField()
    chosen = serializers.BooleanField()


class ChoicesItem(serializers.Serializer[Any]):
    """`all`: nobody chose yet. `complete` is false where there are more than are listed."""

    items = ChoiceItem(many=True)
    all = serializers.BooleanField()
    complete = serializers.BooleanField()


class DeliveryItem(serializers.ModelSerializer[Delivery]):
    """Something that the service sent: what it was, never what was in it."""

    class Meta:
        model = Delivery
        fields = [
            "id", "delivery_id", "event", "state", "received_at", "read_at", "attempts", "error",
        ]  # fmt: skip


class IdentityBody(StrictSerializer):
    """Who a member is at a service: by their id there."""

    source = serializers.CharField()  # type: ignore[assignment]
    external_id = serializers.CharField(max_length=100)
    principal_id = serializers.UUIDField()
    name = serializers.CharField(max_length=200, default="", allow_blank=True)

    def validate_source(self, value: str) -> str:
        known = sorted({connector.source for connector in LIVE_CONNECTORS.values()})
        if value not in known:
            raise serializers.ValidationError(f"One of: {', '.join(known)}.")
        return value


class IdentityItem(serializers.ModelSerializer[LinkedIdentity]):
    class Meta:
        model = LinkedIdentity
        fields = ["id", "source", "external_id", "name", "principal_id", "linked_by", "linked_at"]
