from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("connectors", "0003_source_items_by_holder")]
    operations: list[migrations.operations.base.Operation] = []
