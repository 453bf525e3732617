import django.contrib.postgres.fields
from django.db import migrations, models

import momo.platform.tenancy.context
import momo.platform.tenancy.ids
from momo.platform.tenancy import row_security

_TEAM = momo.platform.tenancy.context.current_team_id
_ID = momo.platform.tenancy.ids.uuid7
_ENDPOINT, _DELIVERY = "lifecycle_webhookendpoint", "lifecycle_webhookdelivery"
_STATES = [(each, each) for each in ("waiting", "delivered", "failed", "withdrawn")]
_JOBS = [("digest", "Digest"), ("commitments", "Commitments"), ("webhook", "Webhook")]


def _of_team(*fields: tuple[str, models.Field]) -> list[tuple[str, models.Field]]:
    return [
        (
            "pk",
            models.CompositePrimaryKey(
                "team_id", "id", blank=True, editable=False, primary_key=True, serialize=False
            ),
        ),
        ("team_id", models.UUIDField(default=_TEAM, editable=False)),
        ("id", models.UUIDField(default=_ID, editable=False)),
        *fields,
    ]


class Migration(migrations.Migration):
    dependencies = [("lifecycle", "0007_compaction_neighbors")]

    operations = [
        migrations.AlterField(
            model_name="schedule",
            name="job",
            field=models.CharField(choices=_JOBS, max_length=11),
        ),
        migrations.CreateModel(
            name="WebhookEndpoint",
            fields=_of_team(
                ("url", models.CharField(max_length=2000)),
                ("description", models.CharField(blank=True, max_length=200)),
                (
                    "events",
                    django.contrib.postgres.fields.ArrayField(
                        models.CharField(max_length=40), size=None
                    ),
                ),
                ("active", models.BooleanField(default=True)),
                ("agent_id", models.UUIDField()),
                ("created_by", models.UUIDField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("since", models.DateTimeField()),
                ("sealed_secret", models.BinaryField()),
                ("sealed_old_secret", models.BinaryField(null=True)),
                ("old_secret_until", models.DateTimeField(null=True)),
                ("failing_since", models.DateTimeField(null=True)),
                ("problem", models.CharField(blank=True, max_length=500)),
            ),
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=_of_team(
                ("endpoint_id", models.UUIDField()),
                ("event", models.CharField(max_length=40)),
                ("key", models.CharField(max_length=120)),
                ("message_id", models.CharField(max_length=60)),
                ("subject_id", models.UUIDField(null=True)),
                ("occurred_at", models.DateTimeField()),
                ("state", models.CharField(choices=_STATES, default="waiting", max_length=9)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("due_at", models.DateTimeField(null=True)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("error", models.CharField(blank=True, max_length=200)),
                ("created_at", models.DateTimeField()),
                ("attempted_at", models.DateTimeField(null=True)),
            ),
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["team_id", "endpoint_id", "due_at"],
                        name="webhook_due",
                    ),
                    models.Index(
                        fields=["team_id", "endpoint_id", "-created_at"], name="webhook_recent"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("team_id", "endpoint_id", "key"), name="told_once"
                    )
                ],
            },
        ),
        *(row_security.belongs_to_team(table) for table in (_ENDPOINT, _DELIVERY)),
        row_security.references(_DELIVERY, "endpoint_id", _ENDPOINT),
        *(row_security.secure(table, owned=False) for table in (_ENDPOINT, _DELIVERY)),
    ]  # fmt: skip
