from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_row_security")]

    operations = [
        migrations.AddField("audience", "as_of", models.DateTimeField(null=True)),
        migrations.AddField("audience", "set_by", models.UUIDField(null=True)),
    ]
