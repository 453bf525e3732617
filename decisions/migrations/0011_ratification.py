from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("decisions", "0010_entity_resolution")]
    operations: list[migrations.operations.base.Operation] = []
