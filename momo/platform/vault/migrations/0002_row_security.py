from django.db import migrations

from momo.platform.tenancy import row_security


class Migration(migrations.Migration):
    dependencies = [("vault", "0001_initial"), ("tenancy", "0001_initial")]

    operations = [
        row_security.belongs_to_team("vault_datakey"),
        row_security.secure("vault_datakey", owned=False),
    ]
