"""Conversations, and what their answers rest on.

A text stands at the end of a chain of foreign keys: each link of it holds one memory, or one
earlier exchange, whose words the text may have. So when any of these is deleted, for whatever
reason and by whomever, the database deletes the text with it, also of conversations that whoever
deletes cannot see.
"""

from django.db import models

from momo.platform.tenancy.models import OwnedModel, TenantModel


class Conversation(OwnedModel):
    """What one principal asks, over a time. Private; `shared` while others may read it by its link.

    `sealed_title` is a name that a person gave it; without, it goes by its first question.
    """

    sealed_title = models.BinaryField(null=True)
    link = models.UUIDField(null=True)  # what its address for others ends with
    shared_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    active_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team_id", "link"], name="conversation_link"),
        ]
        indexes = [
            models.Index(fields=["team_id", "owner_id", "-active_at"], name="conversation_newest"),
        ]


class State(models.TextChoices):
    ASKING = "asking"
    DONE = "done"
    STOPPED = "stopped"  # by whoever asked, who has what was said until then
    FAILED = "failed"


class Exchange(OwnedModel):
    """A question and its answer, without their words."""

    conversation_id = models.UUIDField()
    state = models.CharField(max_length=7, choices=State.choices, default=State.ASKING)
    known = models.BooleanField(default=False)
    provider = models.CharField(max_length=80, blank=True)
    as_of = models.DateTimeField(null=True)
    request_key = models.CharField(max_length=200, blank=True)  # of a request that may come twice
    asked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "conversation_id", "request_key"],
                condition=~models.Q(request_key=""),
                name="exchange_asked_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["team_id", "conversation_id", "-asked_at"], name="exchange_newest"
            ),
        ]


class ExchangeText(OwnedModel):
    """The words of the exchange with this id; not there once something that it rests on is gone."""

    last_link_id = models.UUIDField(null=True)
    sealed_question = models.BinaryField()
    sealed_answer = models.BinaryField(null=True)

    class Meta:
        verbose_name = "answer"
        indexes = [models.Index(fields=["team_id", "last_link_id"], name="exchange_text_hangs_on")]


class ExchangeLink(OwnedModel):
    """That an exchange's text may have words of a memory, or of the text of an earlier exchange.

    `in_full`: it may have any of the message that the memory was found in. Deleted with what it
    leads to and with the link before it; the text with the last one.
    """

    exchange_id = models.UUIDField()
    before_id = models.UUIDField(null=True)
    memory_id = models.UUIDField(null=True)
    earlier_id = models.UUIDField(null=True)
    in_full = models.BooleanField(default=False)

    class Meta:
        verbose_name = "answer source"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(memory_id__isnull=True) ^ models.Q(earlier_id__isnull=True),
                name="exchange_link_leads_to_one",
            ),
        ]
        indexes = [
            models.Index(fields=["team_id", "exchange_id"], name="exchange_link_of"),
            models.Index(fields=["team_id", "before_id"], name="exchange_link_before"),
            models.Index(fields=["team_id", "memory_id"], name="exchange_link_memory"),
            models.Index(fields=["team_id", "earlier_id"], name="exchange_link_earlier"),
        ]


class Thumb(models.TextChoices):
    UP = "up"
    DOWN = "down"


class Fault(models.TextChoices):
    """What was wrong with an answer."""

    WRONG = "wrong"
    OUTDATED = "outdated"
    INCOMPLETE = "incomplete"
    OFF_TOPIC = "off_topic"
    BAD_SOURCE = "bad_source"


class AnswerFeedback(TenantModel):
    """What whoever asked thinks of the answer of the exchange with this id.

    Told to the team, and so without who it was and any words.
    """

    thumb = models.CharField(max_length=4, choices=Thumb.choices)
    fault = models.CharField(max_length=10, choices=Fault.choices, blank=True)
    provider = models.CharField(max_length=80, blank=True)
    known = models.BooleanField()
    given_at = models.DateTimeField()
