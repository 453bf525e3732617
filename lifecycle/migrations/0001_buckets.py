from django.db import migrations

from momo.platform.tenancy import row_security

# Attaching a team's own partition scans the default one beside it, under a lock that keeps readers
# out: 5 s for a million vectors. So teams are spread over buckets, each with a default partition of
# its own, and a move has one bucket wait for a sixteenth of that.
_TABLE = "decisions_memoryembedding"
_BUCKETS = [f"{_TABLE}_b{number:02d}" for number in range(16)]
_DEFAULTS = [f"{bucket}_small" for bucket in _BUCKETS]

_CREATE = f"""
CREATE TABLE {_TABLE} (
    team_id uuid NOT NULL,
    memory_id uuid NOT NULL,
    model varchar(80) NOT NULL,
    chunk smallint NOT NULL,
    visibility varchar(10) NOT NULL,
    owner_id uuid,
    audience_id uuid,
    embedding halfvec(1536) NOT NULL,
    PRIMARY KEY (team_id, memory_id, model, chunk)
) PARTITION BY HASH (team_id)
"""


def _bucket(number: int, name: str) -> list[str]:
    return [
        f"CREATE TABLE {name} PARTITION OF {_TABLE} FOR VALUES "
        f"WITH (MODULUS {len(_BUCKETS)}, REMAINDER {number}) PARTITION BY LIST (team_id)",
        f"CREATE TABLE {name}_small PARTITION OF {name} DEFAULT",
    ]


class Migration(migrations.Migration):
    dependencies = [("decisions", "0003_row_security")]

    operations = [
        migrations.RunSQL(
            [
                f"ALTER TABLE {_TABLE} RENAME TO {_TABLE}_before",
                _CREATE,
                f"ALTER TABLE {_TABLE} ALTER COLUMN embedding SET STORAGE PLAIN",
                *(sql for number, name in enumerate(_BUCKETS) for sql in _bucket(number, name)),
                f"INSERT INTO {_TABLE} SELECT * FROM {_TABLE}_before",  # noqa: S608
                f"DROP TABLE {_TABLE}_before",
            ]
        ),
        row_security.belongs_to_team(_TABLE),
        row_security.references(_TABLE, "memory_id", "decisions_memory"),
        *(row_security.secure(name, owned=True) for name in (_TABLE, *_BUCKETS, *_DEFAULTS)),
        migrations.RunSQL(
            # They are reached through their parent alone.
            f"REVOKE ALL ON {', '.join(_BUCKETS + _DEFAULTS)} FROM {row_security.APP_ROLE}",
            migrations.RunSQL.noop,
        ),
    ]
