import pgvector.django.halfvec
from django.db import migrations, models

# Narrow, in line and partitioned by team: a small team's exact scan reads its own rows alone, and
# a large team can be moved to a partition with an index of its own.
_CREATE = """
CREATE TABLE decisions_memoryembedding (
    team_id uuid NOT NULL,
    memory_id uuid NOT NULL,
    model varchar(80) NOT NULL,
    chunk smallint NOT NULL,
    visibility varchar(10) NOT NULL,
    owner_id uuid,
    audience_id uuid,
    embedding halfvec(1536) NOT NULL,
    PRIMARY KEY (team_id, memory_id, model, chunk)
) PARTITION BY LIST (team_id)
"""
_PARTITION = (
    "CREATE TABLE decisions_memoryembedding_small PARTITION OF decisions_memoryembedding DEFAULT"
)


class Migration(migrations.Migration):
    dependencies = [("decisions", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    [
                        _CREATE,
                        "ALTER TABLE decisions_memoryembedding "
                        "ALTER COLUMN embedding SET STORAGE PLAIN",
                        _PARTITION,
                    ],
                    "DROP TABLE decisions_memoryembedding",
                ),
            ],
            state_operations=[
                migrations.CreateModel(
                    name="MemoryEmbedding",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "team_id",
                                "memory_id",
                                "model",
                                "chunk",
                                blank=True,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("team_id", models.UUIDField()),
                        ("memory_id", models.UUIDField()),
                        ("model", models.CharField(max_length=80)),
                        ("chunk", models.PositiveSmallIntegerField(default=0)),
                        ("visibility", models.CharField(max_length=10)),
                        ("owner_id", models.UUIDField(null=True)),
                        ("audience_id", models.UUIDField(null=True)),
                        ("embedding", pgvector.django.halfvec.HalfVectorField(dimensions=1536)),
                    ],
                ),
            ],
        ),
    ]
