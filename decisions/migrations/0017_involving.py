from django.db import migrations, models


class Migration(migrations.Migration):
    """Which of the memories that somebody is in are newest is read from indexes alone: of very
    many, reading their rows took most of a search's time. While the indexes are made these tables
    can be read, but not written."""

    dependencies = [
        ("decisions", "0016_hits"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="edge",
            name="edge_backwards",
        ),
        migrations.AddIndex(
            model_name="edge",
            index=models.Index(
                fields=["team_id", "dst", "kind"],
                include=("src_memory_id", "role", "visibility", "owner_id", "audience_id"),
                name="edge_backwards",
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                fields=["team_id", "id"],
                include=("source_date", "visibility", "owner_id", "audience_id"),
                name="memory_dates",
            ),
        ),
        migrations.RemoveIndex(
            model_name="memory",
            name="memory_set_aside",
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(
                    ("archived_at__isnull", False), ("status", "reversed"), _connector="OR"
                ),
                fields=["team_id", "id"],
                include=("visibility", "owner_id", "audience_id"),
                name="memory_set_aside",
            ),
        ),
    ]
