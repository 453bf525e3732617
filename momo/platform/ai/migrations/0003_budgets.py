from django.db import migrations, models

import momo.platform.tenancy.context
import momo.platform.tenancy.ids
from momo.platform.tenancy import row_security

_PERIODS = [("day", "Day"), ("month", "Month")]
_STATES = [("sending", "Sending"), ("sent", "Sent"), ("charged", "Charged")]


def _tenant() -> list[tuple[str, models.Field]]:
    return [
        (
            "pk",
            models.CompositePrimaryKey(
                "team_id", "id", blank=True, editable=False, primary_key=True, serialize=False
            ),
        ),
        (
            "team_id",
            models.UUIDField(default=momo.platform.tenancy.context.current_team_id, editable=False),
        ),
        ("id", models.UUIDField(default=momo.platform.tenancy.ids.uuid7, editable=False)),
    ]


class Migration(migrations.Migration):
    dependencies = [("ai", "0002_row_security")]

    operations = [
        migrations.AddField("modelusage", "stage", models.CharField(default="", max_length=40)),
        migrations.AddField(
            "modelusage", "unpriced_tokens", models.PositiveBigIntegerField(default=0)
        ),
        migrations.AddField(
            "modelusage",
            "cost",
            models.DecimalField(decimal_places=10, default=0, max_digits=20),
        ),
        migrations.RunSQL(
            "UPDATE ai_modelusage SET stage = purpose, "
            "unpriced_tokens = input_tokens + output_tokens",
            migrations.RunSQL.noop,
        ),
        migrations.CreateModel(
            name="ModelBudget",
            fields=[
                *_tenant(),
                ("stage", models.CharField(blank=True, max_length=40)),
                ("period", models.CharField(choices=_PERIODS, max_length=5)),
                ("tokens", models.PositiveBigIntegerField(null=True)),
                ("cost", models.DecimalField(decimal_places=4, max_digits=14, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("team_id", "stage", "period"), name="model_budget_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ModelChoices",
            fields=[*_tenant(), ("batch_backfills", models.BooleanField(null=True))],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("team_id",), name="model_choices_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ModelBatch",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=momo.platform.tenancy.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("team_id", models.UUIDField()),
                ("principal_id", models.UUIDField()),
                ("remote_id", models.CharField(blank=True, max_length=200)),
                ("state", models.CharField(choices=_STATES, default="sending", max_length=8)),
                ("due_at", models.DateTimeField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        row_security.belongs_to_team("ai_modelbudget"),
        row_security.secure("ai_modelbudget", owned=False),
        row_security.belongs_to_team("ai_modelchoices"),
        row_security.secure("ai_modelchoices", owned=False),
        row_security.belongs_to_team("ai_modelbatch"),
    ]
