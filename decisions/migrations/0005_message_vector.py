import pgvector.django.halfvec
from django.db import migrations, models

from momo.platform.tenancy import row_security

_TABLE = "decisions_messagevector"
# Which memories are out of an ordinary search, so that the scan of vectors can leave them out
# without a look at each memory.
_SET_ASIDE = models.Q(archived_at__isnull=False) | models.Q(status="reversed")


class Migration(migrations.Migration):
    dependencies = [
        ("decisions", "0004_settle"),
    ]

    operations = [
        migrations.CreateModel(
            name="MessageVector",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "team_id",
                        "memory_id",
                        "model",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("team_id", models.UUIDField()),
                ("memory_id", models.UUIDField()),
                ("model", models.CharField(max_length=80)),
                ("visibility", models.CharField(max_length=10)),
                ("owner_id", models.UUIDField(null=True)),
                ("audience_id", models.UUIDField(null=True)),
                ("embedding", pgvector.django.halfvec.HalfVectorField(dimensions=1536)),
            ],
        ),
        row_security.belongs_to_team(_TABLE),
        row_security.references(_TABLE, "memory_id", "decisions_memory"),
        row_security.secure(_TABLE, owned=True),
        # Under row-level security Postgres never uses it, and every write paid for it.
        migrations.RemoveIndex(model_name="memory", name="memory_search"),
        migrations.RemoveIndex(model_name="memory", name="memory_thread"),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                fields=["team_id", "thread_key", "source_date"], name="memory_in_thread"
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                fields=["team_id", "id"], name="memory_set_aside", condition=_SET_ASIDE
            ),
        ),
    ]
