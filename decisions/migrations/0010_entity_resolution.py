from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("decisions", "0009_summaries")]
    operations: list[migrations.operations.base.Operation] = []
