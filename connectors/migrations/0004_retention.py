from django.db import migrations, models

import momo.platform.tenancy.context
import momo.platform.tenancy.ids
from momo.platform.tenancy import row_security

_HOLD, _ERASED = "connectors_legalhold", "connectors_eraseditem"
_VISIBILITY = [
    ("private", "Private"), ("shared", "Shared"), ("restricted", "Restricted"),
    ("secret", "Secret"),
]  # fmt: skip


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
    dependencies = [
        ("connectors", "0003_source_items_by_holder"),
        ("accounts", "0002_row_security"),
    ]

    operations = [
        migrations.CreateModel(
            name="LegalHold",
            fields=[
                *_tenant(),
                ("integration_id", models.UUIDField(null=True)),
                ("source", models.CharField(blank=True, max_length=20)),
                ("person", models.CharField(blank=True, max_length=254)),
                ("since", models.DateTimeField(null=True)),
                ("until", models.DateTimeField(null=True)),
                ("reason", models.TextField()),
                ("placed_by", models.UUIDField()),
                ("placed_at", models.DateTimeField(auto_now_add=True)),
                ("released_by", models.UUIDField(null=True)),
                ("released_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="ErasedItem",
            fields=[
                *_tenant(),
                (
                    "visibility",
                    models.CharField(choices=_VISIBILITY, default="shared", max_length=10),
                ),
                ("owner_id", models.UUIDField(null=True)),
                ("audience_id", models.UUIDField(null=True)),
                ("digest", models.BinaryField()),
                ("erased_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("team_id", "digest"), name="erased_item_digest"
                    )
                ],
            },
        ),
        *(row_security.belongs_to_team(table) for table in (_HOLD, _ERASED)),
        row_security.secure(_HOLD, owned=False),
        row_security.secure(_ERASED, owned=True),
    ]  # fmt: skip
