from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0002_conversations"),
    ]

    operations = [
        migrations.AddField(
            model_name="retrievalsettings",
            name="parameters",
            # Of the database too: momo_keep_embedding_model makes rows without naming it.
            field=models.JSONField(db_default={}, default=dict),
        ),
    ]
