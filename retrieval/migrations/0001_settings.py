from django.db import migrations, models

import momo.platform.tenancy.context
from momo.platform.tenancy import row_security

# The model that most of a team's memories have vectors of, kept from then on; `configured` for a
# team without any. A team gets its row with its first search. Which model that is must not depend
# on who asks, and nobody sees all memories, so this is a door through row-level security, owned by
# momo_owner (BYPASSRLS). It acts on the current team alone, and tells of a model's name only.
_KEEP_MODEL = """
CREATE FUNCTION momo_keep_embedding_model(team uuid, configured text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE found text;
BEGIN
    PERFORM momo_require_current(team);
    found := (
        SELECT e.model FROM decisions_memoryembedding e WHERE e.team_id = team
        GROUP BY e.model ORDER BY count(*) DESC, e.model = configured DESC, e.model LIMIT 1
    );
    IF found IS NULL THEN
        RETURN configured;
    END IF;
    INSERT INTO retrieval_retrievalsettings AS kept
        (team_id, embedding_model, backend, graph, updated_at)
    VALUES (team, found, '', '', clock_timestamp())
    ON CONFLICT (team_id) DO UPDATE SET embedding_model = excluded.embedding_model
    WHERE kept.embedding_model = '';
    RETURN (
        SELECT s.embedding_model FROM retrieval_retrievalsettings s WHERE s.team_id = team
    );
END $$;
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tenancy", "0001_initial"),
        ("decisions", "0005_message_vector"),
    ]

    operations = [
        migrations.CreateModel(
            name="RetrievalSettings",
            fields=[
                (
                    "team_id",
                    models.UUIDField(
                        default=momo.platform.tenancy.context.current_team_id,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("embedding_model", models.CharField(blank=True, max_length=80)),
                ("backend", models.CharField(blank=True, max_length=20)),
                ("graph", models.CharField(blank=True, max_length=20)),
                ("updated_at", models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.CreateModel(
            name="Reindexing",
            fields=[
                ("team_id", models.UUIDField(primary_key=True, serialize=False)),
                ("principal_id", models.UUIDField()),
                ("model", models.CharField(max_length=80)),
                ("before", models.CharField(max_length=80)),
                ("anew", models.BooleanField(default=False)),
                ("holder", models.CharField(blank=True, max_length=40)),
                ("after", models.UUIDField(null=True)),
                ("total", models.PositiveIntegerField(default=0)),
                ("done", models.PositiveIntegerField(default=0)),
                ("left_out", models.PositiveIntegerField(default=0)),
                ("claim", models.UUIDField(null=True)),
                ("locked_until", models.DateTimeField(null=True)),
                ("due_at", models.DateTimeField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("parked_at", models.DateTimeField(null=True)),
                ("error", models.CharField(blank=True, max_length=500)),
                ("started_at", models.DateTimeField()),
                ("switched_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
            ],
        ),
        row_security.belongs_to_team("retrieval_retrievalsettings"),
        row_security.secure("retrieval_retrievalsettings", owned=False),
        *row_security.functions(_KEEP_MODEL),
    ]
