from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("audit", "0002_row_security")]

    operations = [
        migrations.AddIndex(
            model_name="auditevent",
            index=models.Index(fields=["team_id", "-at", "-id"], name="audit_event_newest"),
        ),
    ]
