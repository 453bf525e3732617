from importlib import resources

from django.db import migrations

from momo.platform.tenancy import row_security


class Migration(migrations.Migration):
    dependencies = [
        ("decisions", "0003_row_security"),
        ("accounts", "0002_row_security"),
    ]

    operations = [
        *row_security.functions(resources.files("decisions").joinpath("functions.sql").read_text()),
    ]
