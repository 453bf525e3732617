from django.db import migrations, models

import momo.platform.tenancy.context
import momo.platform.tenancy.ids
import momo.platform.tenancy.visibility
from momo.platform.tenancy import row_security

_TABLE = "decisions_savedview"


class Migration(migrations.Migration):
    dependencies = [
        ("decisions", "0013_landing"),
    ]

    operations = [
        migrations.CreateModel(
            name="SavedView",
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
                ("name", models.CharField(max_length=100)),
                ("query", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("team_id", "owner_id", "name"), name="saved_view_name"
                    )
                ],
            },
        ),
        row_security.belongs_to_team(_TABLE),
        row_security.secure(_TABLE, owned=True),
    ]
