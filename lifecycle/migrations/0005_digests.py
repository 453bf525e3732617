from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("lifecycle", "0004_reconcile_marks")]
    operations: list[migrations.operations.base.Operation] = []
