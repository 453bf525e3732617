from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ai", "0002_row_security")]
    operations: list[migrations.operations.base.Operation] = []
