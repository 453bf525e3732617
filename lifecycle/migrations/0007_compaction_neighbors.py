from django.db import migrations

_TABLE = "decisions_edge"


class Migration(migrations.Migration):
    """Edges by the memory at either end, for what goes with a memory.

    Edges are looked up by `src` and `dst`, which Postgres computes and no foreign key can refer to:
    without these indexes each memory that is deleted, as a summary is that is made anew, had all
    edges of its team read twice.
    """

    dependencies = [
        ("lifecycle", "0006_retention"),
        ("decisions", "0013_landing"),
    ]

    operations = [
        migrations.RunSQL(
            f"CREATE INDEX edge_{end}_memory ON {_TABLE} (team_id, {end}_memory_id) "
            f"WHERE {end}_memory_id IS NOT NULL",
            f"DROP INDEX edge_{end}_memory",
        )
        for end in ("src", "dst")
    ]
