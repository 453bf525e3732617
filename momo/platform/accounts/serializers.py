"""What the account endpoints take and give."""

from typing import Any
from zoneinfo import available_timezones

from django.utils.text import slugify
from rest_framework import serializers

from momo.platform.accounts.keys import KeyScope
from momo.platform.accounts.models import Agent, ApiKey, Invitation, Role
from momo.platform.accounts.services import AccountError, check_password_strength
from momo.platform.rest.serializers import StrictSerializer

PASSWORD_MAX = 1024  # characters; a longer one would only keep the hasher busy


class SignUpBody(StrictSerializer):
    email = serializers.EmailField(max_length=254)
    password = serializers.CharField(max_length=PASSWORD_MAX, trim_whitespace=False)
    name = serializers.CharField(max_length=120, allow_blank=True, default="")
    team = serializers.CharField(
        max_length=120, required=False, help_text="Name of a new team; not with an invitation."
    )
    invitation = serializers.CharField(
        max_length=100, required=False, help_text="Token of an invitation to an existing team."
    )

    def validate_password(self, value: str) -> str:
        try:
            check_password_strength(value)
        except AccountError as error:
            raise serializers.ValidationError(str(error)) from None
        return value

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("team" in attrs) == ("invitation" in attrs):
            raise serializers.ValidationError("Send either a team's name or an invitation.")
        return attrs


class SignInBody(StrictSerializer):
    email = serializers.EmailField(max_length=254)
    password = serializers.CharField(max_length=PASSWORD_MAX, trim_whitespace=False)


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
    slug = serializers.SlugField(max_length=60, default="")

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
    """`token` is shown this once."""

    token = serializers.CharField()


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
