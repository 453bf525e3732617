from importlib import resources

from django.db import migrations

from momo.platform.tenancy import row_security

_BEFORE = "momo_worded(text[], uuid[], int, int)"


class Migration(migrations.Migration):
    """Finding words can be told how many memories there are: counting them grows with the team.

    What is called as before still counts them, so processes of the former version go on.
    """

    dependencies = [
        ("decisions", "0014_saved_views"),
    ]

    operations = [
        migrations.RunSQL(f"DROP FUNCTION {_BEFORE}", migrations.RunSQL.noop),
        *row_security.functions(resources.files("decisions").joinpath("worded.sql").read_text()),
    ]
