from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("lifecycle", "0005_digests")]
    operations: list[migrations.operations.base.Operation] = []
