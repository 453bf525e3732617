from django.db import migrations

from momo.platform.tenancy import row_security

# What every door through row-level security asks first: that it is opened for the current team.
_FUNCTION = """
CREATE FUNCTION momo_require_current(team uuid) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
    IF team IS NULL
       OR team IS DISTINCT FROM NULLIF(current_setting('momo.team', true), '')::uuid
    THEN
        RAISE insufficient_privilege USING MESSAGE = 'not the team of the current context';
    END IF;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("tenancy", "0001_initial")]

    operations = row_security.functions(_FUNCTION)
