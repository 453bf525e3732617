from django.db import migrations, models

import momo.platform.tenancy.context
from momo.platform.tenancy import row_security


class Migration(migrations.Migration):
    initial = True

    dependencies = [("tenancy", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="ActiveModel",
            fields=[
                (
                    "team_id",
                    models.UUIDField(
                        default=momo.platform.tenancy.context.current_team_id,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("model", models.CharField(max_length=80)),
                ("since", models.DateTimeField(auto_now=True)),
            ],
        ),
        row_security.belongs_to_team("retrieval_activemodel"),
        row_security.secure("retrieval_activemodel", owned=False),
    ]
