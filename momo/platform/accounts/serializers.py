"""What the account endpoints take and give."""

from typing import Any
from zoneinfo import available_timezones

from django.utils.text import slugify
from rest_framework import serializers

from momo.platform.accounts.keys import KeyScope
from momo.platform.accounts.models import Agent, ApiKey, Invitation, Role
from momo.platform.rest.serializers import StrictSerializer


class ProfileBody(StrictSerializer):
    name = serializers.CharField(max_length=120, allow_blank=True)


class ChooseTeamBody(StrictSerializer):
    team = serializers.CharField(max_length=60, help_text="Short name or id.")


class TeamItem(serializers.Serializer[Any]):
    """A team, and what the reader is in it."""

    id = serializers.UUIDField()
    slug = serializers.CharField()
    name = serializers.CharField()
    role = serializers.ChoiceField(Role.choices)


class Me(serializers.Serializer[Any]):
    """Who asks. `team` is the one that requests act in; null where none is chosen."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(["user", "agent"])
    name = serializers.CharField()
    email = serializers.CharField(allow_null=True)
    team = TeamItem(allow_null=True)
    scopes = serializers.ListField(child=serializers.ChoiceField(list(KeyScope)))
    teams = TeamItem(many=True)


class TeamList(serializers.Serializer[Any]):
    items = TeamItem(many=True)
    next = serializers.CharField(allow_null=True)


class TeamDetail(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    slug = serializers.CharField()
    name = serializers.CharField()
    timezone = serializers.CharField()
    created_at = serializers.DateTimeField()


class NewTeamBody(StrictSerializer):
    name = serializers.CharField(max_length=120)
    slug = serializers.SlugField(max_length=60, default="", allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not slugify(attrs["slug"] or attrs["name"]):
            raise serializers.ValidationError({"name": "Use at least one letter or digit."})
        return attrs


class TeamChange(StrictSerializer):
    name = serializers.CharField(max_length=120, required=False)
    timezone = serializers.CharField(max_length=60, required=False)

    def validate_timezone(self, value: str) -> str:
        if value not in available_timezones():
            raise serializers.ValidationError("Not a time zone's name, such as Europe/Paris.")
        return value


class Member(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    email = serializers.CharField()
    role = serializers.ChoiceField(Role.choices)
    joined_at = serializers.DateTimeField()


class RoleBody(StrictSerializer):
    role = serializers.ChoiceField(Role.choices)


class InvitationBody(StrictSerializer):
    email = serializers.EmailField(max_length=254)
    role = serializers.ChoiceField(Role.choices, default=Role.MEMBER)


class InvitationItem(serializers.ModelSerializer[Invitation]):
    class Meta:
        model = Invitation
        fields = ["id", "email", "role", "invited_by", "created_at", "expires_at"]


class NewInvitation(serializers.Serializer[Any]):
    """`token` and `link` are shown this once."""

    id = serializers.UUIDField()
    token = serializers.CharField()
    link = serializers.CharField(help_text="Where the invited person accepts it.")
    mailed = serializers.BooleanField()
    problem = serializers.CharField(allow_blank=True, help_text="Why it was not mailed.")


class ShownInvitation(serializers.Serializer[Any]):
    team = serializers.CharField()
    email = serializers.CharField()
    role = serializers.ChoiceField(Role.choices)
    expires_at = serializers.DateTimeField()


class AcceptBody(StrictSerializer):
    token = serializers.CharField(max_length=100)


class AgentBody(StrictSerializer):
    name = serializers.CharField(max_length=120)


class AgentItem(serializers.ModelSerializer[Agent]):
    class Meta:
        model = Agent
        fields = ["id", "name", "created_at"]


class KeyBody(StrictSerializer):
    name = serializers.CharField(max_length=120)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(list(KeyScope)), default=[KeyScope.READ], allow_empty=False
    )
    agent = serializers.UUIDField(
        required=False, help_text="The agent that the key acts as; otherwise it acts as you."
    )
    expires_at = serializers.DateTimeField(required=False, allow_null=True)


class KeyChange(StrictSerializer):
    name = serializers.CharField(max_length=120)


class KeyItem(serializers.ModelSerializer[ApiKey]):
    class Meta:
        model = ApiKey
        fields = [
            "id", "principal_id", "name", "prefix", "scopes", "created_at", "expires_at",
            "last_used_at", "revoked_at",
        ]  # fmt: skip


class NewKey(KeyItem):
    """`key` is shown this once."""

    key = serializers.CharField()

    class Meta(KeyItem.Meta):
        fields = [*KeyItem.Meta.fields, "key"]
