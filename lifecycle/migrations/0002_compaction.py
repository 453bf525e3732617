import django.contrib.postgres.fields
from django.db import migrations, models

from momo.platform.tenancy import row_security

_NEIGHBORS = "lifecycle_neighbors"

# Which teams are large enough, and one owner of each to act for it. Nobody sees all teams, so this
# is a door through row-level security, owned by momo_owner (BYPASSRLS). It writes ids of teams and
# owners into the schedule, and answers nothing.
_FUNCTIONS = """
CREATE FUNCTION momo_schedule_compaction(at_least int) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    INSERT INTO lifecycle_compaction AS known (team_id, principal_id, slot_at, due_at, checked,
        holder, attempts, error, made, remade, withdrawn)
    SELECT DISTINCT ON (m.team_id) m.team_id, m.id, now(), now(), false, '', 0, '', 0, 0, 0
    FROM accounts_membership m
    WHERE m.role = 'owner' AND m.team_id IN (
        SELECT d.team_id FROM decisions_memory d WHERE d.kind = 'decision'
        GROUP BY d.team_id HAVING count(*) >= at_least)
    ORDER BY m.team_id, m.joined_at, m.id
    ON CONFLICT (team_id) DO UPDATE SET principal_id = excluded.principal_id
    WHERE known.principal_id <> excluded.principal_id AND known.claim IS NULL
$$;

-- Whether the current team is large enough. How many decisions there are that somebody does not
-- see, this must not tell.
CREATE FUNCTION momo_has_decisions(team uuid, at_least int) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM momo_require_current(team);
    RETURN (SELECT count(*) FROM (
        SELECT FROM decisions_memory d WHERE d.team_id = team AND d.kind = 'decision'
        LIMIT at_least) enough) >= at_least;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("lifecycle", "0001_buckets"),
        ("decisions", "0009_summaries"),
        ("accounts", "0002_row_security"),
    ]

    operations = [
        migrations.CreateModel(
            name="Compaction",
            fields=[
                ("team_id", models.UUIDField(primary_key=True, serialize=False)),
                ("principal_id", models.UUIDField()),
                ("slot_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("claim", models.UUIDField(null=True)),
                ("locked_until", models.DateTimeField(null=True)),
                ("checked", models.BooleanField(default=False)),
                ("holder", models.CharField(blank=True, max_length=40)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("error", models.CharField(blank=True, max_length=500)),
                ("made", models.PositiveIntegerField(default=0)),
                ("remade", models.PositiveIntegerField(default=0)),
                ("withdrawn", models.PositiveIntegerField(default=0)),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Neighbors",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "team_id", "memory_id", blank=True, editable=False, primary_key=True,
                        serialize=False,
                    ),
                ),
                ("team_id", models.UUIDField()),
                ("memory_id", models.UUIDField()),
                ("model", models.CharField(max_length=80)),
                ("visibility", models.CharField(max_length=10)),
                ("owner_id", models.UUIDField(null=True)),
                ("audience_id", models.UUIDField(null=True)),
                ("ids", django.contrib.postgres.fields.ArrayField(models.UUIDField(), size=None)),
                (
                    "cosines",
                    django.contrib.postgres.fields.ArrayField(models.FloatField(), size=None),
                ),
                ("full", models.BooleanField()),
                ("searched_at", models.DateTimeField()),
            ],
        ),
        row_security.belongs_to_team(_NEIGHBORS),
        row_security.references(_NEIGHBORS, "memory_id", "decisions_memory"),
        row_security.secure(_NEIGHBORS, owned=True),
        *row_security.functions(_FUNCTIONS),
    ]  # fmt: skip
