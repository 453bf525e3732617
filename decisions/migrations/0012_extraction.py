from django.db import migrations, models

import momo.platform.tenancy.context
import momo.platform.tenancy.ids
from momo.platform.tenancy import row_security


def _pk(*names: str) -> models.CompositePrimaryKey:
    return models.CompositePrimaryKey(
        *names, blank=True, editable=False, primary_key=True, serialize=False
    )


# As decisions/wording.py counts, as far as the text is still to be read here: a sealed one is not.
_BACKFILL_REASONS = r"""
UPDATE decisions_memory SET gives_reason = true
WHERE search IS NOT NULL AND (rationale <> '' OR left(
    CASE kind WHEN 'observation' THEN summary ELSE title || E'\n' || summary END, 4000
) ~* '\m(because|so that|due to|reasons?|rationale|therefore|otherwise|the point is|in order to'
    '|to avoid|thanks to|(that''s|which is) why|given that|means that'
    '|would (have to|need|require|break|mean))\M'
    '|\msince (?!\d|then|last|when|yesterday|the (last|start|beginning)'
    '|(mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july'
    '|august|september|october|november|december)')
"""


class Migration(migrations.Migration):
    dependencies = [("decisions", "0011_ratification")]

    operations = [
        migrations.AddField(
            "memory", "gives_reason", models.BooleanField(default=False, db_default=False)
        ),
        migrations.RunSQL(_BACKFILL_REASONS, migrations.RunSQL.noop),
        migrations.CreateModel(
            name="HeldBack",
            fields=[
                ("pk", _pk("team_id", "job_id")),
                ("team_id", models.UUIDField()),
                ("job_id", models.UUIDField()),
                ("principal_id", models.UUIDField()),
                (
                    "why",
                    models.CharField(
                        choices=[
                            ("budget", "Budget"), ("gathering", "Gathering"), ("batch", "Batch"),
                            ("live", "Live"),
                        ],
                        max_length=9,
                    ),
                ),
                ("batch_id", models.UUIDField(null=True)),
                ("since", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="ExtractionTally",
            fields=[
                ("pk", _pk("team_id", "id")),
                (
                    "team_id",
                    models.UUIDField(
                        default=momo.platform.tenancy.context.current_team_id, editable=False
                    ),
                ),
                ("id", models.UUIDField(default=momo.platform.tenancy.ids.uuid7, editable=False)),
                ("day", models.DateField()),
                ("extractor", models.CharField(max_length=60)),
                ("messages", models.PositiveBigIntegerField(default=0)),
                ("noise", models.PositiveBigIntegerField(default=0)),
                ("decisions", models.PositiveBigIntegerField(default=0)),
                ("dropped", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("team_id", "day", "extractor"), name="extraction_tally_day"
                    )
                ],
            },
        ),
        row_security.belongs_to_team("decisions_heldback"),
        row_security.belongs_to_team("decisions_extractiontally"),
        row_security.secure("decisions_extractiontally", owned=False),
    ]  # fmt: skip
