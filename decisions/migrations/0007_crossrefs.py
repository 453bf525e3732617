from importlib import resources

from django.db import migrations

from momo.platform.tenancy import row_security


def _file(name: str) -> str:
    return resources.files("decisions").joinpath(name).read_text()


class Migration(migrations.Migration):
    dependencies = [
        ("decisions", "0006_terms"),
    ]

    operations = [
        *row_security.functions(_file("crossrefs.sql")),
        # Takes a weaker lock now, that lets links to the decisions be stored meanwhile.
        migrations.RunSQL(
            _file("functions.sql").replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"),
            migrations.RunSQL.noop,
        ),
    ]
