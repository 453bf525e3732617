from django.db import migrations, models


class Migration(migrations.Migration):
    """Which of the memories that somebody is in are newest is read from two indexes alone: of very
    many, reading their rows took most of a search's time."""

    dependencies = [
        ("decisions", "0016_hits"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="edge",
            index=models.Index(
                condition=models.Q(("kind", "INVOLVES")),
                fields=["team_id", "dst"],
                include=("src_memory_id", "role", "visibility", "owner_id", "audience_id"),
                name="edge_involving",
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
    ]
