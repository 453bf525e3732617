from importlib import resources

from django.db import migrations

from momo.platform.tenancy import row_security

# An earlier form of 0003 had triggers. What stores memories notes what waits by itself now.
_NO_TRIGGERS = (
    "DROP TRIGGER IF EXISTS momo_unreconciled_new ON decisions_memory",
    "DROP TRIGGER IF EXISTS momo_unreconciled_changed ON decisions_memory",
    "DROP TRIGGER IF EXISTS momo_restated_no_more ON lifecycle_restatement",
    "DROP FUNCTION IF EXISTS momo_note_unreconciled()",
    "DROP FUNCTION IF EXISTS momo_restated_no_more()",
)
_COLUMNS = "team_id, memory_id, principal_id, token, since, due_at, attempts, error"


class Migration(migrations.Migration):
    dependencies = [("lifecycle", "0003_reconcile"), ("decisions", "0011_ratification")]

    operations: list[migrations.operations.base.Operation] = [
        *(migrations.RunSQL(drop, migrations.RunSQL.noop) for drop in _NO_TRIGGERS),
        migrations.RunSQL(
            f"INSERT INTO decisions_unreconciled ({_COLUMNS}) "  # noqa: S608
            f"SELECT {_COLUMNS} FROM lifecycle_unreconciled ON CONFLICT DO NOTHING",
            migrations.RunSQL.noop,
        ),
        migrations.DeleteModel(name="Unreconciled"),
        *row_security.functions(
            resources.files("lifecycle.reconcile").joinpath("functions.sql").read_text()
        ),
    ]
