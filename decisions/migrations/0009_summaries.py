from importlib import resources

from django.db import migrations

from momo.platform.tenancy import row_security


class Migration(migrations.Migration):
    dependencies = [
        ("decisions", "0008_histories"),
    ]

    operations = [
        *row_security.functions(resources.files("decisions").joinpath("summaries.sql").read_text()),
    ]
