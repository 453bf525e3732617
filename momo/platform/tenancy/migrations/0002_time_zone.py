from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tenancy", "0001_initial")]
    operations: list[migrations.operations.base.Operation] = []
