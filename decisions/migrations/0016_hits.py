from importlib import resources

from django.db import migrations

from momo.platform.tenancy import row_security

_SQL = resources.files("decisions").joinpath("hits.sql").read_text()


class Migration(migrations.Migration):
    """Which memories have which words is looked up here; which are best is for the search to say.

    `momo_worded`, which said that too, stays for processes of the former version.
    """

    dependencies = [
        ("decisions", "0015_known_totals"),
    ]

    operations = row_security.functions(_SQL)
