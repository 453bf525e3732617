"""Who there is: users, their memberships in teams, agents, API keys, audiences."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.db import models

from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.models import TenantModel


class UserManager(BaseUserManager["User"]):
    """Emails are kept in lower case, so that one address is one user."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())

    def create_user(self, email: str, password: str | None, name: str = "", **extra: Any) -> "User":
        user = self.model(email=email.strip().lower(), name=name, **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user


class User(AbstractBaseUser):
    """A person who signs in. Users are global: one person may be in several teams."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    email = models.EmailField(unique=True)
    name = models.CharField(max_length=120, blank=True)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"


class Role(models.TextChoices):
    OWNER = "owner"
    ADMIN = "admin"
    MEMBER = "member"


class Membership(TenantModel):
    """A user in a team. `id` is the user's id, so a principal id names either kind of member."""

    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)


class Agent(TenantModel):
    """A principal that is no person: a program with an API key, or a connected source."""

    class Kind(models.TextChoices):
        PROGRAM = "program"
        CONNECTOR = "connector"

    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.PROGRAM)
    created_at = models.DateTimeField(auto_now_add=True)


class ApiKey(TenantModel):
    """A key's digest and what it may do. The key itself is shown once and never stored."""

    principal_id = models.UUIDField()
    name = models.CharField(max_length=120)
    prefix = models.CharField(max_length=16)
    digest = models.BinaryField()
    scopes = ArrayField(models.CharField(max_length=20))
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team_id", "prefix"], name="api_key_prefix"),
        ]


class Invitation(TenantModel):
    """An address asked to join. The token is mailed or shown once; its digest is kept."""

    email = models.EmailField()
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    digest = models.BinaryField()
    invited_by = models.UUIDField()
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)


class Audience(TenantModel):
    """The members of a private channel or repository. `key` is stable in its source.

    `as_of` and `set_by` are of the list of members: when it was true, and who brought it.
    """

    source = models.CharField(max_length=20)
    key = models.CharField(max_length=200)
    name = models.CharField(max_length=200)
    as_of = models.DateTimeField(null=True)
    set_by = models.UUIDField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team_id", "source", "key"], name="audience_key"),
        ]


class AudienceMember(TenantModel):
    """Someone in an audience, by the address the source gives.

    `principal_id` is set once a member of the team is known to have that address.
    """

    audience_id = models.UUIDField()
    email = models.CharField(max_length=254)
    principal_id = models.UUIDField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "audience_id", "email"], name="audience_member_email"
            ),
        ]
        indexes = [models.Index(fields=["team_id", "principal_id"], name="audience_member_who")]
