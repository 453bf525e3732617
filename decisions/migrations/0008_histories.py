from importlib import resources

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("decisions", "0007_crossrefs"),
    ]

    operations = [
        migrations.AlterField(
            model_name="memoryrevision",
            name="changed_by",
            field=models.UUIDField(null=True),
        ),
        migrations.AlterField(
            model_name="memoryrevision",
            name="changed_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddField(
            model_name="memoryrevision",
            name="reason",
            field=models.TextField(blank=True, db_default=""),
        ),
        migrations.AddIndex(
            model_name="supersession",
            index=models.Index(fields=["team_id", "new_id"], name="supersession_newer"),
        ),
        # Shows a record of two decisions that the team shares to the team, whoever shared which.
        migrations.RunSQL(
            resources.files("decisions")
            .joinpath("functions.sql")
            .read_text()
            .replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"),
            migrations.RunSQL.noop,
        ),
    ]
