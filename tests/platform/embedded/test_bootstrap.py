from pathlib import Path

import psycopg

from momo.platform.embedded import Services, bootstrap, superuser_url


def test_it_may_be_repeated_and_repairs_a_role_that_gained_powers(
    servers: Services, folder: Path
) -> None:
    servers.ensure_postgres()
    with psycopg.connect(superuser_url(folder), autocommit=True) as connection:
        connection.execute("ALTER ROLE momo_app SUPERUSER BYPASSRLS")
        bootstrap(superuser_url(folder), database="momo")
        query = "SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = 'momo_app'"
        assert connection.execute(query).fetchone() == (False, False)


def test_another_database_may_be_named_and_passwords_are_stored_as_verifiers(
    servers: Services, folder: Path
) -> None:
    servers.ensure_postgres()
    bootstrap(superuser_url(folder), database="Other Momo", app_password="not-the-real-one")
    with psycopg.connect(superuser_url(folder, database="Other%20Momo")) as connection:
        query = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()"
        assert connection.execute(query).fetchone() == ("momo_owner",)
        stored = connection.execute(
            "SELECT rolpassword FROM pg_authid WHERE rolname IN ('momo_app', 'momo_owner') "
            "ORDER BY rolname"
        ).fetchall()
    assert stored[0][0].startswith("SCRAM-SHA-256$")
    assert stored[1][0] is None
