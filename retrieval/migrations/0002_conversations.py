from django.db import migrations, models

import momo.platform.tenancy.context
import momo.platform.tenancy.ids
import momo.platform.tenancy.visibility
from momo.platform.tenancy import row_security

_CONVERSATION, _EXCHANGE = "retrieval_conversation", "retrieval_exchange"
_TEXT, _LINK = "retrieval_exchangetext", "retrieval_exchangelink"
_FEEDBACK = "retrieval_answerfeedback"
_OWNED = (_CONVERSATION, _EXCHANGE, _TEXT, _LINK)
_REFERENCES = [
    (_EXCHANGE, "conversation_id", _CONVERSATION),
    (_TEXT, "id", _EXCHANGE),
    (_TEXT, "last_link_id", _LINK),
    (_LINK, "exchange_id", _EXCHANGE),
    (_LINK, "before_id", _LINK),
    (_LINK, "memory_id", "decisions_memory"),
    (_LINK, "earlier_id", _TEXT),
    (_FEEDBACK, "id", _EXCHANGE),
]

# Deletes the texts that may have words of the messages of these memories, of conversations that
# the principal cannot see, too, where the memories stay and the messages do not. A door through
# row-level security, owned by momo_owner (BYPASSRLS): it acts on the current team alone, and tells
# nothing.
_FORGET_TOLD_IN_FULL = """
CREATE FUNCTION momo_forget_told_in_full(team uuid, memories uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM momo_require_current(team);
    DELETE FROM retrieval_exchangelink
    WHERE team_id = team AND in_full AND memory_id = ANY (memories);
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0001_settings"),
        ("decisions", "0013_landing"),
    ]

    operations = [
        migrations.CreateModel(
            name="AnswerFeedback",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "team_id",
                        "id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "team_id",
                    models.UUIDField(
                        default=momo.platform.tenancy.context.current_team_id, editable=False
                    ),
                ),
                ("id", models.UUIDField(default=momo.platform.tenancy.ids.uuid7, editable=False)),
                ("thumb", models.CharField(choices=[("up", "Up"), ("down", "Down")], max_length=4)),
                (
                    "fault",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("wrong", "Wrong"),
                            ("outdated", "Outdated"),
                            ("incomplete", "Incomplete"),
                            ("off_topic", "Off Topic"),
                            ("bad_source", "Bad Source"),
                        ],
                        max_length=10,
                    ),
                ),
                ("provider", models.CharField(blank=True, max_length=80)),
                ("known", models.BooleanField()),
                ("given_at", models.DateTimeField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Conversation",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "team_id",
                        "id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "team_id",
                    models.UUIDField(
                        default=momo.platform.tenancy.context.current_team_id, editable=False
                    ),
                ),
                ("id", models.UUIDField(default=momo.platform.tenancy.ids.uuid7, editable=False)),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("private", "Private"),
                            ("shared", "Shared"),
                            ("restricted", "Restricted"),
                            ("secret", "Secret"),
                        ],
                        default=momo.platform.tenancy.visibility.Visibility["SHARED"],
                        max_length=10,
                    ),
                ),
                ("owner_id", models.UUIDField(null=True)),
                ("audience_id", models.UUIDField(null=True)),
                ("sealed_title", models.BinaryField(null=True)),
                ("link", models.UUIDField(null=True)),
                ("shared_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("active_at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["team_id", "owner_id", "-active_at"], name="conversation_newest"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("team_id", "link"), name="conversation_link")
                ],
            },
        ),
        migrations.CreateModel(
            name="Exchange",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "team_id",
                        "id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "team_id",
                    models.UUIDField(
                        default=momo.platform.tenancy.context.current_team_id, editable=False
                    ),
                ),
                ("id", models.UUIDField(default=momo.platform.tenancy.ids.uuid7, editable=False)),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("private", "Private"),
                            ("shared", "Shared"),
                            ("restricted", "Restricted"),
                            ("secret", "Secret"),
                        ],
                        default=momo.platform.tenancy.visibility.Visibility["SHARED"],
                        max_length=10,
                    ),
                ),
                ("owner_id", models.UUIDField(null=True)),
                ("audience_id", models.UUIDField(null=True)),
                ("conversation_id", models.UUIDField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asking", "Asking"),
                            ("done", "Done"),
                            ("stopped", "Stopped"),
                            ("failed", "Failed"),
                        ],
                        default="asking",
                        max_length=7,
                    ),
                ),
                ("known", models.BooleanField(default=False)),
                ("provider", models.CharField(blank=True, max_length=80)),
                ("as_of", models.DateTimeField(null=True)),
                ("request_key", models.CharField(blank=True, max_length=200)),
                ("asked_at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["team_id", "conversation_id", "-asked_at"], name="exchange_newest"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("request_key", ""), _negated=True),
                        fields=("team_id", "conversation_id", "request_key"),
                        name="exchange_asked_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ExchangeLink",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "team_id",
                        "id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "team_id",
                    models.UUIDField(
                        default=momo.platform.tenancy.context.current_team_id, editable=False
                    ),
                ),
                ("id", models.UUIDField(default=momo.platform.tenancy.ids.uuid7, editable=False)),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("private", "Private"),
                            ("shared", "Shared"),
                            ("restricted", "Restricted"),
                            ("secret", "Secret"),
                        ],
                        default=momo.platform.tenancy.visibility.Visibility["SHARED"],
                        max_length=10,
                    ),
                ),
                ("owner_id", models.UUIDField(null=True)),
                ("audience_id", models.UUIDField(null=True)),
                ("exchange_id", models.UUIDField()),
                ("before_id", models.UUIDField(null=True)),
                ("memory_id", models.UUIDField(null=True)),
                ("earlier_id", models.UUIDField(null=True)),
                ("in_full", models.BooleanField(default=False)),
            ],
            options={
                "verbose_name": "answer source",
                "indexes": [
                    models.Index(fields=["team_id", "exchange_id"], name="exchange_link_of"),
                    models.Index(fields=["team_id", "before_id"], name="exchange_link_before"),
                    models.Index(fields=["team_id", "memory_id"], name="exchange_link_memory"),
                    models.Index(fields=["team_id", "earlier_id"], name="exchange_link_earlier"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("memory_id__isnull", True),
                            ("earlier_id__isnull", True),
                            _connector="XOR",
                        ),
                        name="exchange_link_leads_to_one",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ExchangeText",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "team_id",
                        "id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "team_id",
                    models.UUIDField(
                        default=momo.platform.tenancy.context.current_team_id, editable=False
                    ),
                ),
                ("id", models.UUIDField(default=momo.platform.tenancy.ids.uuid7, editable=False)),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("private", "Private"),
                            ("shared", "Shared"),
                            ("restricted", "Restricted"),
                            ("secret", "Secret"),
                        ],
                        default=momo.platform.tenancy.visibility.Visibility["SHARED"],
                        max_length=10,
                    ),
                ),
                ("owner_id", models.UUIDField(null=True)),
                ("audience_id", models.UUIDField(null=True)),
                ("last_link_id", models.UUIDField(null=True)),
                ("sealed_question", models.BinaryField()),
                ("sealed_answer", models.BinaryField(null=True)),
            ],
            options={
                "verbose_name": "answer",
                "indexes": [
                    models.Index(fields=["team_id", "last_link_id"], name="exchange_text_hangs_on")
                ],
            },
        ),
        *(row_security.belongs_to_team(table) for table in (*_OWNED, _FEEDBACK)),
        *(row_security.references(*reference) for reference in _REFERENCES),
        *(row_security.secure(table, owned=True) for table in _OWNED),
        row_security.secure(_FEEDBACK, owned=False),
        *row_security.functions(_FORGET_TOLD_IN_FULL),
    ]
