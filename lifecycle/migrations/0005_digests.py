import django.contrib.postgres.fields
from django.db import migrations, models

import momo.platform.tenancy.context
import momo.platform.tenancy.ids
from momo.platform.tenancy import row_security

_TEAM = momo.platform.tenancy.context.current_team_id
_ID = momo.platform.tenancy.ids.uuid7
_VISIBILITY = [
    ("private", "Private"), ("shared", "Shared"), ("restricted", "Restricted"),
    ("secret", "Secret"),
]  # fmt: skip
_CADENCES = [("day", "day"), ("week", "week"), ("month", "month")]
_SUBSCRIPTION, _RUN = "lifecycle_digestsubscription", "lifecycle_digestrun"
_MARK = "lifecycle_commitmentmark"

# Which teams have something new to follow up, and one owner of each to act for it. Nobody sees all
# teams, so this is a door through row-level security, owned by momo_owner (BYPASSRLS). It writes
# ids of teams and owners into the schedule, and answers nothing. Ids of memories go by time, so
# what is new is a look at the end of the primary key.
_FUNCTIONS = """
CREATE FUNCTION momo_schedule_commitments(at_moment timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    INSERT INTO lifecycle_schedule AS known
        (id, team_id, job, subject_id, principal_id, due_at, attempts, error)
    SELECT DISTINCT ON (m.team_id) gen_random_uuid(), m.team_id, 'commitments', m.team_id, m.id,
        at_moment, 0, ''
    FROM accounts_membership m
    LEFT JOIN lifecycle_schedule s
        ON s.team_id = m.team_id AND s.job = 'commitments' AND s.subject_id = m.team_id
    WHERE m.role = 'owner' AND s.due_at IS NULL AND EXISTS (
        SELECT FROM decisions_memory d WHERE d.team_id = m.team_id
          AND d.id > COALESCE(s.cursor, '00000000-0000-0000-0000-000000000000'))
    ORDER BY m.team_id, m.joined_at, m.id
    ON CONFLICT (team_id, job, subject_id) DO UPDATE
    SET principal_id = excluded.principal_id, due_at = excluded.due_at
    WHERE known.due_at IS NULL AND known.claim IS NULL
$$;
"""


def _owned(*fields: tuple[str, models.Field]) -> list[tuple[str, models.Field]]:
    return [
        (
            "pk",
            models.CompositePrimaryKey(
                "team_id", "id", blank=True, editable=False, primary_key=True, serialize=False
            ),
        ),
        ("team_id", models.UUIDField(default=_TEAM, editable=False)),
        ("id", models.UUIDField(default=_ID, editable=False)),
        ("visibility", models.CharField(choices=_VISIBILITY, default="shared", max_length=10)),
        ("owner_id", models.UUIDField(null=True)),
        ("audience_id", models.UUIDField(null=True)),
        *fields,
    ]


class Migration(migrations.Migration):
    dependencies = [
        ("lifecycle", "0004_reconcile_marks"),
        ("accounts", "0002_row_security"),
        ("connectors", "0003_source_items_by_holder"),
    ]

    operations = [
        migrations.CreateModel(
            name="Schedule",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=_ID, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("team_id", models.UUIDField()),
                (
                    "job",
                    models.CharField(
                        choices=[("digest", "Digest"), ("commitments", "Commitments")],
                        max_length=11,
                    ),
                ),
                ("subject_id", models.UUIDField()),
                ("principal_id", models.UUIDField()),
                ("slot_at", models.DateTimeField(null=True)),
                ("due_at", models.DateTimeField(null=True)),
                ("claim", models.UUIDField(null=True)),
                ("locked_until", models.DateTimeField(null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("error", models.CharField(blank=True, max_length=500)),
                ("cursor", models.UUIDField(null=True)),
                ("done_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)),
                        fields=["job", "due_at"],
                        name="schedule_due",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("team_id", "job", "subject_id"), name="scheduled_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DigestSubscription",
            fields=_owned(
                ("cadence", models.CharField(choices=_CADENCES, default="week", max_length=5)),
                ("hour", models.PositiveSmallIntegerField(default=8)),
                ("weekday", models.PositiveSmallIntegerField(default=0)),
                ("month_day", models.PositiveSmallIntegerField(default=1)),
                ("time_zone", models.CharField(blank=True, max_length=60)),
                ("by_mail", models.BooleanField(default=True)),
                (
                    "addresses",
                    django.contrib.postgres.fields.ArrayField(
                        models.EmailField(max_length=254), default=list, size=None
                    ),
                ),
                ("sealed_webhook", models.BinaryField(null=True)),
                ("agent_id", models.UUIDField(null=True)),
                ("active", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ),
        ),
        migrations.CreateModel(
            name="DigestRun",
            fields=_owned(
                ("subscription_id", models.UUIDField()),
                ("cadence", models.CharField(choices=_CADENCES, max_length=5)),
                ("first_day", models.DateField()),
                ("last_day", models.DateField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("due", "due"), ("sent", "sent"), ("empty", "empty"),
                            ("parked", "parked"),
                        ],
                        default="due",
                        max_length=6,
                    ),
                ),
                ("counts", models.JSONField(default=dict)),
                ("deliveries", models.JSONField(default=dict)),
                ("error", models.CharField(blank=True, max_length=500)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("sent_at", models.DateTimeField(null=True)),
            ),
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("team_id", "subscription_id", "last_day"), name="digest_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CommitmentMark",
            fields=_owned(
                ("memory_id", models.UUIDField()),
                ("holder", models.UUIDField()),
                ("closed", models.BooleanField()),
                ("at", models.DateTimeField()),
                ("by_principal", models.UUIDField(null=True)),
                ("by_rule", models.CharField(blank=True, max_length=60)),
                ("item_id", models.UUIDField(null=True)),
                ("item_hash", models.BinaryField(null=True)),
                ("quote", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ),
            options={
                "indexes": [
                    models.Index(fields=["team_id", "item_id"], name="commitment_mark_item")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("team_id", "memory_id", "item_id", "holder"),
                        name="commitment_mark_once",
                    )
                ],
            },
        ),
        *(row_security.belongs_to_team(table) for table in (_SUBSCRIPTION, _RUN, _MARK)),
        row_security.references(_RUN, "subscription_id", _SUBSCRIPTION),
        row_security.references(_MARK, "memory_id", "decisions_memory"),
        row_security.references(_MARK, "item_id", "connectors_sourceitem"),
        *(row_security.secure(table, owned=True) for table in (_SUBSCRIPTION, _RUN, _MARK)),
        *row_security.functions(_FUNCTIONS),
    ]  # fmt: skip
