from django.db import migrations, models

from momo.platform.tenancy.models import NOBODY

_FILL = f"""
UPDATE connectors_sourceitem SET holder = CASE visibility
    WHEN 'shared' THEN '{NOBODY}'::uuid WHEN 'restricted' THEN audience_id ELSE owner_id END
"""  # noqa: S608


class Migration(migrations.Migration):
    dependencies = [("connectors", "0002_row_security")]

    operations = [
        migrations.AddField("sourceitem", "holder", models.UUIDField(null=True)),
        migrations.RunSQL(_FILL, migrations.RunSQL.noop),
        migrations.AlterField("sourceitem", "holder", models.UUIDField()),
        migrations.RemoveConstraint("sourceitem", "source_item_external"),
        migrations.AddConstraint(
            "sourceitem",
            models.UniqueConstraint(
                fields=["team_id", "integration_id", "external_id", "holder"],
                name="source_item_held",
            ),
        ),
    ]
