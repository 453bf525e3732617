from django.db import migrations, models

import momo.platform.tenancy.context
import momo.platform.tenancy.ids
from momo.platform.tenancy import row_security

_DUE = "lifecycle_unreconciled"
_OWNED = ("lifecycle_conflict", "lifecycle_restatement")
_TEAM = momo.platform.tenancy.context.current_team_id
_ID = momo.platform.tenancy.ids.uuid7
_VISIBILITY = [
    ("private", "Private"), ("shared", "Shared"), ("restricted", "Restricted"),
    ("secret", "Secret"),
]  # fmt: skip
# What is there already is compared once, too, by somebody who sees it.
_WAITING = """
INSERT INTO lifecycle_unreconciled
    (team_id, memory_id, principal_id, token, since, due_at, attempts, error)
SELECT seen.team_id, seen.id, seen.who, gen_random_uuid(), now(), now(), 0, '' FROM (
    SELECT m.team_id, m.id, CASE m.visibility
        WHEN 'shared' THEN (
            SELECT a.id FROM accounts_membership a WHERE a.team_id = m.team_id AND a.role = 'owner'
            ORDER BY a.joined_at, a.id LIMIT 1)
        WHEN 'restricted' THEN (
            SELECT a.principal_id FROM accounts_audiencemember a
            WHERE a.team_id = m.team_id AND a.audience_id = m.audience_id
              AND a.principal_id IS NOT NULL
            ORDER BY a.principal_id LIMIT 1)
        ELSE m.owner_id END AS who
    FROM decisions_memory m
    WHERE m.kind IN ('decision', 'fact', 'preference', 'correction')
      AND m.visibility <> 'secret' AND m.archived_at IS NULL) seen
WHERE seen.who IS NOT NULL
"""


def _pk(*names: str) -> models.CompositePrimaryKey:
    return models.CompositePrimaryKey(
        *names, blank=True, editable=False, primary_key=True, serialize=False
    )


def _owned() -> list[tuple[str, models.Field]]:
    return [
        ("pk", _pk("team_id", "id")),
        ("team_id", models.UUIDField(default=_TEAM, editable=False)),
        ("id", models.UUIDField(default=_ID, editable=False)),
        ("visibility", models.CharField(choices=_VISIBILITY, default="shared", max_length=10)),
        ("owner_id", models.UUIDField(null=True)),
        ("audience_id", models.UUIDField(null=True)),
        ("older_id", models.UUIDField()),
        ("newer_id", models.UUIDField()),
    ]


class Migration(migrations.Migration):
    dependencies = [
        ("lifecycle", "0002_compaction"),
        ("decisions", "0007_crossrefs"),
        ("accounts", "0002_row_security"),
    ]

    operations = [
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
            name="Conflict",
            fields=[
                *_owned(),
                ("rule", models.CharField(max_length=60)),
                ("reason", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "holds",
                    models.CharField(
                        blank=True, max_length=5,
                        choices=[("older", "Older"), ("newer", "Newer"), ("both", "Both")],
                    ),
                ),
                ("resolved_by", models.UUIDField(null=True)),
                ("resolved_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("team_id", "older_id", "newer_id"), name="conflict_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Restatement",
            fields=[*_owned(), ("occurrence_id", models.UUIDField())],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("team_id", "newer_id"), name="restated_once")
                ],
            },
        ),
        *(row_security.belongs_to_team(table) for table in (_DUE, *_OWNED)),
        row_security.references(_DUE, "memory_id", "decisions_memory"),
        *(
            row_security.references(table, column, "decisions_memory")
            for table in _OWNED
            for column in ("older_id", "newer_id")
        ),
        row_security.references("lifecycle_restatement", "occurrence_id", "decisions_occurrence"),
        *(row_security.secure(table, owned=True) for table in _OWNED),
        migrations.RunSQL(_WAITING, migrations.RunSQL.noop),
    ]  # fmt: skip
