from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("decisions", "0011_ratification")]
    operations: list[migrations.operations.base.Operation] = []
