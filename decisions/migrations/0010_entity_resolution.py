from importlib import resources

import django.contrib.postgres.fields
from django.db import migrations, models

import momo.platform.tenancy.context
import momo.platform.tenancy.ids
import momo.platform.tenancy.visibility
from momo.platform.tenancy import row_security

_VISIBILITY = [
    ("private", "Private"), ("shared", "Shared"), ("restricted", "Restricted"),
    ("secret", "Secret"),
]  # fmt: skip
_TYPES = [
    (name, name)
    for name in (
        "person", "organization", "project", "technology", "location", "event", "concept", "thread",
    )
]  # fmt: skip
_VERDICTS = [("same", "Same"), ("different", "Different"), ("undecided", "Undecided")]
_NAME, _VERDICT = "decisions_entityname", "decisions_entityverdict"


def _texts() -> django.contrib.postgres.fields.ArrayField:
    return django.contrib.postgres.fields.ArrayField(
        base_field=models.TextField(), default=list, size=None
    )


def _owned() -> list[tuple[str, models.Field]]:
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
        (
            "visibility",
            models.CharField(
                choices=_VISIBILITY,
                default=momo.platform.tenancy.visibility.Visibility.SHARED,
                max_length=10,
            ),
        ),
        ("owner_id", models.UUIDField(null=True)),
        ("audience_id", models.UUIDField(null=True)),
    ]


# What an entity was called by so far becomes its one name.
_NAMES_OF_ENTITIES = f"""
INSERT INTO {_NAME} (team_id, id, visibility, owner_id, audience_id, type, key, holder, spelled,
    emails, handles, keys, entity_id, stale, created_at)
SELECT team_id, id, visibility, owner_id, audience_id, type, key, holder,
    ARRAY[name] || array_remove(aliases, lower(name)), emails, handles, '{{}}', id,
    type <> 'thread', created_at
FROM decisions_entity ON CONFLICT DO NOTHING
"""  # noqa: S608  (constants)


class Migration(migrations.Migration):
    dependencies = [("decisions", "0009_summaries")]

    operations = [
        migrations.AddField(model_name="edge", name="named", field=models.JSONField(null=True)),
        migrations.AddField(
            model_name="entity", name="merged_into", field=models.UUIDField(null=True)
        ),
        migrations.CreateModel(
            name="EntityName",
            fields=[
                *_owned(),
                ("type", models.CharField(choices=_TYPES, max_length=12)),
                ("key", models.CharField(max_length=500)),
                ("holder", models.UUIDField()),
                ("spelled", _texts()),
                ("emails", _texts()),
                ("handles", _texts()),
                ("keys", _texts()),
                ("entity_id", models.UUIDField()),
                ("stale", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["team_id", "entity_id"], name="entity_name_of"),
                    models.Index(
                        condition=models.Q(("stale", True)),
                        fields=["team_id", "id"],
                        name="entity_name_stale",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("team_id", "holder", "type", "key"), name="entity_name_key"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EntityVerdict",
            fields=[
                *_owned(),
                ("a_id", models.UUIDField()),
                ("b_id", models.UUIDField()),
                ("verdict", models.CharField(choices=_VERDICTS, max_length=9)),
                ("by_principal", models.UUIDField(null=True)),
                ("by_rule", models.CharField(blank=True, max_length=80)),
                ("score", models.FloatField(default=0.0)),
                ("reason", models.TextField(blank=True)),
                ("act", models.UUIDField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("undone_at", models.DateTimeField(null=True)),
                ("undone_by", models.UUIDField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["team_id", "b_id"], name="entity_verdict_other"),
                    models.Index(fields=["team_id", "act"], name="entity_verdict_act"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("by_principal__isnull", False), ("undone_at__isnull", True)
                        ),
                        fields=("team_id", "a_id", "b_id"),
                        name="entity_verdict_of_a_person",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("by_principal__isnull", True)),
                        fields=("team_id", "a_id", "b_id"),
                        name="entity_verdict_of_a_rule",
                    ),
                ],
            },
        ),
        *(row_security.belongs_to_team(table) for table in (_NAME, _VERDICT)),
        row_security.references(_NAME, "entity_id", "decisions_entity"),
        row_security.references(_VERDICT, "a_id", _NAME),
        row_security.references(_VERDICT, "b_id", _NAME),
        migrations.RunSQL(_NAMES_OF_ENTITIES, migrations.RunSQL.noop),
        *(row_security.secure(table, owned=True) for table in (_NAME, _VERDICT)),
        *row_security.functions(resources.files("decisions").joinpath("entities.sql").read_text()),
    ]
