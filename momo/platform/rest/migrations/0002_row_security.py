from django.db import migrations

from momo.platform.tenancy import row_security


class Migration(migrations.Migration):
    dependencies = [("rest", "0001_initial"), ("tenancy", "0001_initial")]

    operations = [
        row_security.belongs_to_team("rest_idempotentrequest"),
        row_security.secure("rest_idempotentrequest", owned=False),
    ]
