from importlib import resources

from django.db import migrations

from momo.platform.tenancy import row_security

_SQL = resources.files("decisions")
_BEFORE = row_security.functions(_SQL.joinpath("terms.sql").read_text())[-1]


class Migration(migrations.Migration):
    """Finding words can be told how many memories there are: counting them grows with the team.

    What is called as before still counts them, so processes of the former version go on.
    """

    dependencies = [
        ("decisions", "0014_saved_views"),
    ]

    operations = [
        migrations.RunSQL(_BEFORE.reverse_sql, _BEFORE.sql),
        *row_security.functions(_SQL.joinpath("worded.sql").read_text()),
    ]
