from django.db import migrations

from momo.platform.tenancy import row_security


class Migration(migrations.Migration):
    dependencies = [("ai", "0001_initial"), ("tenancy", "0001_initial")]

    operations = [
        row_security.belongs_to_team("ai_modelusage"),
        row_security.secure("ai_modelusage", owned=False),
    ]
