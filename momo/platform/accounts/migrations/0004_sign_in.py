from django.db import migrations

from momo.platform.tenancy import row_security

# What an open invitation says to whoever has its token: there is no tenant context before they
# have joined.
_SHOWN = """
CREATE FUNCTION momo_shown_invitation(token_digest bytea)
RETURNS TABLE (team_name text, email text, role text, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT t.name, i.email, i.role, i.expires_at
    FROM accounts_invitation i JOIN tenancy_team t ON t.id = i.team_id
    WHERE i.digest = token_digest AND i.accepted_at IS NULL AND i.expires_at > now()
$$
"""

# Whoever signed in so far was let in by an address that nobody had to prove; they go on so.
_ADDRESSES = """
INSERT INTO account_emailaddress (user_id, email, verified, "primary")
SELECT u.id, u.email, true, true FROM accounts_user u
WHERE NOT EXISTS (SELECT FROM account_emailaddress a WHERE a.user_id = u.id)
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_audience_lists"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("usersessions", "0001_initial"),
        ("tenancy", "0001_initial"),
    ]

    operations = [
        *row_security.functions(_SHOWN),
        migrations.RunSQL(sql=_ADDRESSES, reverse_sql=migrations.RunSQL.noop),
        # Links of mails are signed, not stored: nothing is ever written there.
        migrations.RunSQL(
            sql=f"REVOKE INSERT, UPDATE ON account_emailconfirmation FROM {row_security.APP_ROLE}",
            reverse_sql=f"GRANT INSERT, UPDATE ON account_emailconfirmation "
            f"TO {row_security.APP_ROLE}",
        ),
    ]
