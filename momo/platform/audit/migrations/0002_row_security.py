from django.db import migrations

from momo.platform.tenancy import row_security


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial"), ("tenancy", "0001_initial")]

    operations = [
        row_security.belongs_to_team("audit_auditevent"),
        row_security.secure("audit_auditevent", owned=False),
        row_security.append_only("audit_auditevent"),
    ]
