from django.db import migrations

from momo.platform.tenancy import row_security

_TABLES = ["integration", "syncrun", "sourceitem"]


class Migration(migrations.Migration):
    dependencies = [("connectors", "0001_initial"), ("accounts", "0002_row_security")]

    operations = [
        *(row_security.belongs_to_team(f"connectors_{table}") for table in _TABLES),
        row_security.references("connectors_integration", "agent_id", "accounts_agent"),
        row_security.references("connectors_syncrun", "integration_id", "connectors_integration"),
        row_security.references(
            "connectors_sourceitem", "integration_id", "connectors_integration"
        ),
        *(
            row_security.references(f"connectors_{table}", "audience_id", "accounts_audience")
            for table in _TABLES
        ),
        *(row_security.secure(f"connectors_{table}", owned=True) for table in _TABLES),
    ]
