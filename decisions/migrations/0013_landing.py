from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("decisions", "0012_extraction")]
    operations: list[migrations.operations.base.Operation] = []
