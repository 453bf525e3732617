from importlib import resources

from django.db import migrations

from momo.platform.tenancy import row_security

_TABLES = ["membership", "agent", "apikey", "invitation", "audience", "audiencemember"]


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial"), ("tenancy", "0001_initial")]

    operations = [
        *(row_security.belongs_to_team(f"accounts_{table}") for table in _TABLES),
        row_security.references("accounts_audiencemember", "audience_id", "accounts_audience"),
        *(row_security.secure(f"accounts_{table}", owned=False) for table in _TABLES),
        *row_security.functions(
            resources.files("momo.platform.accounts").joinpath("functions.sql").read_text()
        ),
    ]
