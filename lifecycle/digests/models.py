"""Who is told what and when, and what was told."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from lifecycle.scheduling.slots import Cadence
from momo.platform.tenancy.models import OwnedModel

CADENCES = [(each.value, each.value) for each in Cadence]
DIGEST_STATES = ["due", "sent", "empty", "parked"]


class DigestSubscription(OwnedModel):
    """A digest that comes again and again.

    A private one is its owner's and goes to their address. A shared one is the team's and goes to
    `addresses` and to a Slack channel by its incoming webhook, which is sealed; it is put together
    by `agent_id`, who is in no audience and owns nothing.
    """

    cadence = models.CharField(max_length=5, choices=CADENCES, default=Cadence.WEEK.value)
    hour = models.PositiveSmallIntegerField(default=8)
    weekday = models.PositiveSmallIntegerField(default=0)  # 0 is Monday; of weekly ones
    month_day = models.PositiveSmallIntegerField(default=1)  # of monthly ones
    time_zone = models.CharField(max_length=60, blank=True)  # empty: the team's
    by_mail = models.BooleanField(default=True)
    addresses = ArrayField(models.EmailField(), default=list)
    sealed_webhook = models.BinaryField(null=True)
    agent_id = models.UUIDField(null=True)
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)


class DigestRun(OwnedModel):
    """One telling of a subscription's period, seen by those who see the subscription.

    `deliveries` maps a destination, `slack` or the hash of an address as `subscriptions.hashed` has
    it, to `started` or `sent`: it is started in a transaction of its
    own before anything leaves, so that nothing goes out twice whatever is killed when.
    """

    subscription_id = models.UUIDField()
    cadence = models.CharField(max_length=5, choices=CADENCES)
    first_day = models.DateField()
    last_day = models.DateField()
    state = models.CharField(
        max_length=6, choices=[(each, each) for each in DIGEST_STATES], default="due"
    )
    counts = models.JSONField(default=dict)  # by section
    deliveries = models.JSONField(default=dict)
    error = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "subscription_id", "last_day"], name="digest_once"
            ),
        ]
