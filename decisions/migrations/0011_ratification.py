import django.utils.timezone
from django.db import migrations, models

import momo.platform.tenancy.context
import momo.platform.tenancy.ids
from momo.platform.tenancy import row_security

_DUE, _WORD = "decisions_unreconciled", "decisions_ratification"
_VISIBILITY = [
    ("private", "Private"), ("shared", "Shared"), ("restricted", "Restricted"),
    ("secret", "Secret"),
]  # fmt: skip


def _pk(*names: str) -> models.CompositePrimaryKey:
    return models.CompositePrimaryKey(
        *names, blank=True, editable=False, primary_key=True, serialize=False
    )


class Migration(migrations.Migration):
    dependencies = [("decisions", "0010_entity_resolution")]

    operations: list[migrations.operations.base.Operation] = [
        migrations.CreateModel(
            name="Unreconciled",
            fields=[
                ("pk", _pk("team_id", "memory_id")),
                ("team_id", models.UUIDField()),
                ("memory_id", models.UUIDField()),
                ("principal_id", models.UUIDField()),
                ("token", models.UUIDField()),
                ("since", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("error", models.CharField(blank=True, max_length=500)),
            ],
        ),
        migrations.CreateModel(
            name="Ratification",
            fields=[
                ("pk", _pk("team_id", "id")),
                (
                    "team_id",
                    models.UUIDField(
                        default=momo.platform.tenancy.context.current_team_id, editable=False
                    ),
                ),
                (
                    "id",
                    models.UUIDField(default=momo.platform.tenancy.ids.uuid7, editable=False),
                ),
                (
                    "visibility",
                    models.CharField(choices=_VISIBILITY, default="shared", max_length=10),
                ),
                ("owner_id", models.UUIDField(null=True)),
                ("audience_id", models.UUIDField(null=True)),
                ("memory_id", models.UUIDField()),
                (
                    "verdict",
                    models.CharField(
                        choices=[("confirm", "Confirm"), ("edit", "Edit"), ("reject", "Reject")],
                        max_length=7,
                    ),
                ),
                ("by_principal", models.UUIDField()),
                ("reason", models.TextField(blank=True)),
                ("decision_type", models.CharField(blank=True, max_length=14)),
                ("reversed_it", models.BooleanField(default=False)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("undone_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("team_id", "memory_id", "by_principal"),
                        condition=models.Q(("undone_at__isnull", True)),
                        name="ratified_once",
                    )
                ],
            },
        ),
        row_security.belongs_to_team(_DUE),
        row_security.references(_DUE, "memory_id", "decisions_memory"),
        row_security.belongs_to_team(_WORD),
        row_security.references(_WORD, "memory_id", "decisions_memory"),
        row_security.secure(_WORD, owned=True),
    ]
