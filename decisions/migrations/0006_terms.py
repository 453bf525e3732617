from importlib import resources

import django.contrib.postgres.fields
from django.db import migrations, models

from decisions.wording import STOP_WORDS
from momo.platform.tenancy import row_security

_TABLE = "decisions_memoryterms"
_COUNT = {"default": 0, "db_default": 0}
_FLAG = {"default": False, "db_default": False}
# Of a message the title is the beginning of the summary.
_TEXT = "left(CASE kind WHEN 'observation' THEN summary ELSE title || E'\\n' || summary END, 4000)"
_WORDS = ", ".join(f"'{word}'" for word in sorted(STOP_WORDS))

# As decisions/wording.py counts, as far as the text is still to be read here: a sealed one is not.
_BACKFILL_WORDING = rf"""
UPDATE decisions_memory m SET
    word_count = least(32767, (SELECT count(DISTINCT w[1])
        FROM regexp_matches(lower(text), '\w+', 'g') w WHERE w[1] NOT IN ({_WORDS}))),
    first_person_count = least(32767, (SELECT count(*)
        FROM regexp_matches(text, '\m(i|i''m|i''ve|my|me|mine|we|our|us)\M', 'gi'))),
    name_count = least(32767, (SELECT count(*)
        FROM regexp_matches(text, '(?<=[^.!?\s] )[A-Z][a-z]+', 'g'))),
    tells_time = text ~* '\m(yesterday|today|tonight|tomorrow|last|next|ago|weeks?|weekend|months?'
        '|years?|days?|since|recently|just|(mon|tues|wednes|thurs|fri|satur|sun)day|january'
        '|february|march|april|june|july|august|september|october|november|december'
        '|(19|20)\d\d)\M',
    search = search || ''::tsvector,  -- a new value, stored as the column is from now on
    is_question = rtrim(text, E' \n\r\t') LIKE '%?'
FROM (SELECT team_id, id, {_TEXT} AS text FROM decisions_memory WHERE search IS NOT NULL) AS own
WHERE m.team_id = own.team_id AND m.id = own.id
"""  # noqa: S608  (constants)
_BACKFILL_TERMS = f"""
INSERT INTO {_TABLE} (team_id, memory_id, visibility, owner_id, audience_id, thread_key, terms)
SELECT team_id, id, visibility, owner_id, audience_id, thread_key,
    momo_terms(team_id, tsvector_to_array(CASE kind
        WHEN 'observation' THEN ts_filter(search, '{{a}}') ELSE search END))
FROM decisions_memory WHERE search IS NOT NULL
"""  # noqa: S608  (constants)


class Migration(migrations.Migration):
    dependencies = [
        ("decisions", "0005_message_vector"),
    ]

    operations = [
        *(
            migrations.AddField("memory", name, models.PositiveSmallIntegerField(**_COUNT))
            for name in ("word_count", "first_person_count", "name_count")
        ),
        *(
            migrations.AddField(
                "memory", name, models.BooleanField(default=False, db_default=False)
            )
            for name in ("tells_time", "is_question")
        ),
        migrations.CreateModel(
            name="MemoryTerms",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "team_id",
                        "memory_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("team_id", models.UUIDField()),
                ("memory_id", models.UUIDField()),
                ("visibility", models.CharField(max_length=10)),
                ("owner_id", models.UUIDField(null=True)),
                ("audience_id", models.UUIDField(null=True)),
                ("thread_key", models.CharField(max_length=500)),
                (
                    "terms",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), size=None
                    ),
                ),
            ],
        ),
        *row_security.functions(resources.files("decisions").joinpath("terms.sql").read_text()),
        # Every search ranks by this column; unpacking it took most of the time. What was stored
        # before is written anew below.
        migrations.RunSQL(
            [
                "ALTER TABLE decisions_memory ALTER COLUMN search SET STORAGE EXTERNAL",
                "ALTER TABLE decisions_memory SET (toast_tuple_target = 8160)",
            ],
            migrations.RunSQL.noop,
        ),
        migrations.RunSQL(_BACKFILL_TERMS, migrations.RunSQL.noop),
        migrations.RunSQL(_BACKFILL_WORDING, migrations.RunSQL.noop),
        migrations.RunSQL(
            # Entries go in at once: a list of those to come would be read by every search.
            f"CREATE INDEX memory_terms ON {_TABLE} USING gin (terms) WITH (fastupdate = off)",
            "DROP INDEX memory_terms",
        ),
        migrations.RunSQL(
            f"CREATE INDEX memory_terms_seen ON {_TABLE} "
            "(team_id, visibility, owner_id, audience_id)",
            "DROP INDEX memory_terms_seen",
        ),
        row_security.belongs_to_team(_TABLE),
        row_security.references(_TABLE, "memory_id", "decisions_memory"),
        row_security.secure(_TABLE, owned=True),
    ]
