from importlib import resources

from django.db import migrations, models

import momo.platform.tenancy.context
import momo.platform.tenancy.ids
from momo.platform.tenancy import row_security

_POLICY = "lifecycle_retentionpolicy"
_VISIBILITY = [
    ("private", "Private"), ("shared", "Shared"), ("restricted", "Restricted"),
    ("secret", "Secret"),
]  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [
        ("lifecycle", "0005_digests"),
        ("connectors", "0004_retention"),
        ("decisions", "0011_ratification"),
    ]

    operations = [
        migrations.CreateModel(
            name="RetentionPolicy",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "team_id", "id", blank=True, editable=False, primary_key=True,
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
                    models.CharField(choices=_VISIBILITY, default="shared", max_length=10),
                ),
                ("owner_id", models.UUIDField(null=True)),
                ("audience_id", models.UUIDField(null=True)),
                ("source", models.CharField(blank=True, max_length=20)),
                ("days", models.PositiveIntegerField()),
                (
                    "action",
                    models.CharField(
                        choices=[("erase", "Erase"), ("erase_text", "Erase Text")], max_length=10
                    ),
                ),
                ("created_by", models.UUIDField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("due_at", models.DateTimeField()),
                ("done_at", models.DateTimeField(null=True)),
                ("erased", models.PositiveIntegerField(default=0)),
                ("held", models.PositiveIntegerField(default=0)),
            ],
        ),
        row_security.belongs_to_team(_POLICY),
        row_security.references(_POLICY, "audience_id", "accounts_audience"),
        row_security.secure(_POLICY, owned=True),
        *row_security.functions(
            resources.files("lifecycle.retention").joinpath("functions.sql").read_text()
        ),
    ]  # fmt: skip
