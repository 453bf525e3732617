from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("lifecycle", "0003_reconcile")]
    operations: list[migrations.operations.base.Operation] = []
